import { judge, startBenchService } from "./bench-service.ts";
import { PatientClient } from "./kills/patient-client.ts";
import { cpuSecondsOf } from "./service-process.ts";

// npm run -w service bench -- register: registers 500 brackets of one order, one after another and then ten at once.

const count = 500;
const barSeconds = 3;

const service = await startBenchService();
try {
  const client = new PatientClient(service.address, service.key, new AbortController().signal);
  const register = async (orderId: string, share: number) => {
    for (let i = 0; i < share; i++) {
      await client.ask("POST", "/v3/brackets", { order_id: orderId, name: `${crypto.randomUUID()}.jpg` });
    }
  };
  await register(crypto.randomUUID(), 50);
  for (const atOnce of [1, 10]) {
    const orderId = crypto.randomUUID();
    const [begun, cpu] = [performance.now(), cpuSecondsOf(service.process.pid)];
    await Promise.all(Array.from({ length: atOnce }, () => register(orderId, count / atOnce)));
    const seconds = (performance.now() - begun) / 1000;
    const used = ((cpuSecondsOf(service.process.pid) - cpu) * 1000) / count;
    console.log(`the service used ${used.toFixed(2)} ms of CPU for each`);
    judge(`registering ${count} brackets, ${atOnce} at once`, seconds, barSeconds, "s");
  }
} finally {
  await service.close();
}
