import { parseArgs } from "node:util";
import { Pool } from "undici";
import { type BenchService, judge, quantile, startBenchService } from "./bench-service.ts";
import { PatientClient } from "./kills/patient-client.ts";
import { largePicture } from "./large-picture.ts";
import { childrenOf, cpuSecondsOf } from "./service-process.ts";

const usage = `Usage: npm run -w service bench:status -- [--rate N] [--seconds N] [--images N] [--megapixels N] [--idle]

Asks for the status of images and of their order at a steady rate while the order is being enhanced on the same processors. Times count
from the moment at which a request was due, so that a slow answer does not hide those behind it. Exits with 1 where the bar is missed.
  --rate N         requests a second (300)
  --seconds N      how long (20)
  --images N       images of the order (80)
  --megapixels N   of each (24)
  --idle           enhances nothing meanwhile`;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "300" },
    seconds: { type: "string", default: "20" },
    images: { type: "string", default: "80" },
    megapixels: { type: "string", default: "24" },
    idle: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const barMs = 25;

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const service = await startBenchService();
  const pool = new Pool(service.address, { connections: 32 });
  try {
    const { orderId, imageIds } = await beginOrder(service);
    const paths = imageIds.map((id) => `/v3/images/${id}`);
    // As clients poll: by far the most ask for an image, some for the order with all of them.
    const path = (i: number) => (i % 10 === 9 ? `/v3/orders/${orderId}` : paths[i % paths.length]);
    const rate = Number(values.rate);
    await poll(pool, path, rate, 2);
    const cpu = cpuSecondsOf(service.process.pid);
    const { times, failed } = await poll(pool, path, rate, Number(values.seconds));
    const spent = cpuSecondsOf(service.process.pid) - cpu;
    const order = (await (await fetch(new URL(`/v3/orders/${orderId}`, service.address))).json()) as {
      is_processing: boolean;
    };
    if (!values.idle && !order.is_processing)
      console.log("the order was done before the time was over: give more --images");
    for (const share of [0.5, 0.9, 0.99, 0.999]) {
      console.log(`p${share * 100}: ${quantile(times, share).toFixed(1)} ms`);
    }
    console.log(`the service's own process used ${((spent / times.length) * 1000).toFixed(2)} ms of CPU a request`);
    if (failed > 0) console.log(`${failed} requests failed`);
    judge("p99 of status", failed > 0 ? Number.POSITIVE_INFINITY : quantile(times, 0.99), barMs, "ms");
  } finally {
    await pool.destroy();
    await service.close();
  }
}

async function beginOrder(service: BenchService): Promise<{ orderId: string; imageIds: string[] }> {
  const client = new PatientClient(service.address, service.key, new AbortController().signal);
  const orderId = crypto.randomUUID();
  const pictures: Buffer[] = [];
  const count = Number(values.images);
  // All before the first upload, else the order would be done before the last is there.
  for (let i = 0; i < count && !values.idle; i++) pictures.push(await largePicture(Number(values.megapixels), i));
  const registered = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      client.ask("POST", "/v3/images", { order_id: orderId, image_name: `${i}.jpg` }),
    ),
  );
  const imageIds = registered.map((image) => String(image["image_id"]));
  for (const [i, picture] of pictures.entries()) await client.ask("PUT", String(registered[i]["upload_url"]), picture);
  while (!values.idle && childrenOf(service.process.pid).length === 0)
    await new Promise((done) => setTimeout(done, 100));
  return { orderId, imageIds };
}

async function poll(pool: Pool, path: (i: number) => string, rate: number, seconds: number) {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  let failed = 0;
  const begun = performance.now();
  for (let i = 0; i < rate * seconds; i++) {
    const due = begun + (i * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await new Promise((done) => setTimeout(done, early));
    asked.push(
      pool
        .request({ method: "GET", path: path(i) })
        .then(async ({ statusCode, body }) => {
          await body.dump();
          if (statusCode !== 200) failed++;
          times.push(performance.now() - due);
        })
        .catch(() => {
          failed++;
        }),
    );
  }
  await Promise.all(asked);
  return { times, failed };
}
