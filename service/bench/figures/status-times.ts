import { Pool } from "undici";
import { type BenchService, startBenchService } from "../bench-service.ts";
import { PatientClient } from "../kills/patient-client.ts";
import { largePicture } from "../large-picture.ts";
import { childrenOf, cpuSecondsOf } from "../service-process.ts";

export interface StatusLoad {
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Of the order that is enhanced meanwhile. */
  readonly images: number;
  /** Of each image. */
  readonly megapixels: number;
  /** Enhances nothing meanwhile. */
  readonly isIdle: boolean;
}

export interface StatusTimes {
  /** Of each request, in ms, from the moment at which it was due. */
  readonly times: readonly number[];
  readonly failed: number;
  /** Processor time of the service's own process for each request, in ms. */
  readonly cpuMs: number;
  /** Whether the order was being enhanced until the end. */
  readonly wasBusy: boolean;
}

/** Asks for the status of images and of their order at a steady rate while the order is enhanced. */
export async function measureStatus(load: StatusLoad): Promise<StatusTimes> {
  const service = await startBenchService();
  const pool = new Pool(service.address, { connections: 32 });
  try {
    const { orderId, imageIds } = await beginOrder(service, load);
    const paths = imageIds.map((id) => `/v3/images/${id}`);
    // As clients poll: by far the most ask for an image, some for the order with all of them.
    const path = (i: number) => (i % 10 === 9 ? `/v3/orders/${orderId}` : paths[i % paths.length]);
    await poll(pool, path, load.rate, 2);
    const cpu = cpuSecondsOf(service.process.pid);
    const { times, failed } = await poll(pool, path, load.rate, load.seconds);
    const spent = cpuSecondsOf(service.process.pid) - cpu;
    const order = (await (await fetch(new URL(`/v3/orders/${orderId}`, service.address))).json()) as {
      is_processing: boolean;
    };
    return { times, failed, cpuMs: (spent / times.length) * 1000, wasBusy: order.is_processing };
  } finally {
    await pool.destroy();
    await service.close();
  }
}

async function beginOrder(
  service: BenchService,
  { images: count, megapixels, isIdle }: StatusLoad,
): Promise<{ orderId: string; imageIds: string[] }> {
  const client = new PatientClient(service.address, service.key, new AbortController().signal);
  const orderId = crypto.randomUUID();
  const pictures: Buffer[] = [];
  // All before the first upload, else the order would be done before the last is there.
  for (let i = 0; i < count && !isIdle; i++) pictures.push(await largePicture(megapixels, i));
  const registered = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      client.ask("POST", "/v3/images", { order_id: orderId, image_name: `${i}.jpg` }),
    ),
  );
  const imageIds = registered.map((image) => String(image["image_id"]));
  for (const [i, picture] of pictures.entries()) await client.ask("PUT", String(registered[i]["upload_url"]), picture);
  while (!isIdle && childrenOf(service.process.pid).length === 0) await new Promise((done) => setTimeout(done, 100));
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
