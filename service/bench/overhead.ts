import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "lightwell";
import { recipeOf } from "../src/engine/recipe.ts";
import { type BenchService, judge, quantile, startBenchService } from "./bench-service.ts";
import { PatientClient } from "./kills/patient-client.ts";
import { largePicture } from "./large-picture.ts";

// npm run -w service bench:overhead: the same pictures through the service and through enhanceBatch in this process, in turn.

const rounds = 3;
const pictures = 8;
const megapixels = 24;
const barPercent = 10;

// As the service's engines have it; else what other programs take of the processors would count against the service alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const files = await Promise.all(Array.from({ length: pictures }, (_, i) => largePicture(megapixels, i)));
const folder = await mkdtemp(join(tmpdir(), "lightwell-overhead-"));
const service = await startBenchService();
const engine = createEngine({ memoryBudgetMb: 2048 });
try {
  const paths = files.map((_, i) => join(folder, `${i}.jpg`));
  for (const [i, path] of paths.entries()) await writeFile(path, files[i]);
  const batch = () =>
    timed(async () => {
      for await (const result of engine.enhanceBatch(paths, {
        ...recipeOf({}).options,
        outputDir: join(folder, "out"),
        groups: paths.map((path) => [path]),
        overwrite: true,
      }))
        void result;
    });
  const ratios: number[] = [];
  await throughService(service, files.slice(0, 1));
  for (let i = 0; i < rounds; i++) {
    const plain = await batch();
    const served = await timed(() => throughService(service, files));
    ratios.push(served / plain);
    console.log(`round ${i + 1}: enhanceBatch ${plain.toFixed(2)} s, service ${served.toFixed(2)} s`);
  }
  judge("overhead of the service, the middle round", (quantile(ratios, 0.5) - 1) * 100, barPercent, "%");
} finally {
  await engine.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}

/** From the first registration until the order is done; uploads are part of it. */
async function throughService({ address, key }: BenchService, bytes: readonly Buffer[]): Promise<void> {
  const client = new PatientClient(address, key, new AbortController().signal);
  const orderId = crypto.randomUUID();
  for (const one of bytes) {
    const image = await client.ask("POST", "/v3/images", { order_id: orderId, image_name: "picture.jpg" });
    await client.ask("PUT", String(image["upload_url"]), one);
  }
  for (;;) {
    const order = await client.ask("GET", `/v3/orders/${orderId}`);
    if (order["is_processing"] === false) break;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function timed(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}
