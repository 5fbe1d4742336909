import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "lightwell";
import { recipeOf } from "../src/domain/recipe.ts";
import { type BenchService, judge, quantile, startBenchService } from "./bench-service.ts";
import { enhancePictures } from "./enhance-pictures.ts";
import { PatientClient } from "./kills/patient-client.ts";
import { largePicture } from "./large-picture.ts";
import { cpuSecondsOfTree } from "./service-process.ts";

// npm run -w service bench -- overhead: the same pictures through the service and through enhanceBatch in this process,
// in turn. Flags go to the service.

const rounds = 3;
const pictures = 24;
const megapixels = 24;
const barPercent = 10;

// As the service's engines have it; else what other programs take of the processors would count against the service
// alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const files = await Promise.all(Array.from({ length: pictures }, (_, i) => largePicture(megapixels, i)));
const folder = await mkdtemp(join(tmpdir(), "lightwell-overhead-"));
const service = await startBenchService(process.argv.slice(2));
const engine = createEngine({ memoryBudgetMb: 2048 });
try {
  const paths = files.map((_, i) => join(folder, `${i}.jpg`));
  for (const [i, path] of paths.entries()) await writeFile(path, files[i]);
  const batch = async () => {
    for await (const result of engine.enhanceBatch(paths, {
      ...recipeOf({}).options,
      outputDir: join(folder, "out"),
      groups: paths.map((path) => [path]),
      overwrite: true,
    }))
      void result;
  };
  const ratios: number[] = [];
  const own = () => cpuSecondsOfTree(process.pid, service.process.pid);
  const theirs = () => cpuSecondsOfTree(service.process.pid);
  await throughService(service, files.slice(0, 1));
  for (let i = 0; i < rounds; i++) {
    const plain = await timed(batch, own);
    const served = await timed(() => throughService(service, files), theirs);
    ratios.push(served.seconds / plain.seconds);
    console.log(`round ${i + 1}: enhanceBatch ${told(plain)}, service ${told(served)}`);
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
  await enhancePictures(client, bytes);
}

interface Spent {
  readonly seconds: number;
  /** Of all processes of that side; steadier than the clock where other programs run. */
  readonly cpu: number;
}

async function timed(run: () => Promise<void>, cpuSeconds: () => number): Promise<Spent> {
  const [begun, cpu] = [performance.now(), cpuSeconds()];
  await run();
  return { seconds: (performance.now() - begun) / 1000, cpu: cpuSeconds() - cpu };
}

function told({ seconds, cpu }: Spent): string {
  return `${seconds.toFixed(2)} s (${cpu.toFixed(1)} s of CPU)`;
}
