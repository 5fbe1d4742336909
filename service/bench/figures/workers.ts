import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/support/free-port.ts";
import { findPostgres, startPostgres } from "../../test/support/postgres-server.ts";
import { enhancePictures } from "../enhance-pictures.ts";
import { PatientClient } from "../kills/patient-client.ts";
import { largePicture } from "../large-picture.ts";
import { cpuSecondsOfTree, prepareAccount, startProcess } from "../service-process.ts";

const images = 12;
const megapixels = 24;
const engine = ["--engine-processes", "1", "--engine-workers", "1"];

/**
 * Images that two workers make for each second of processor time, over what one makes: an API, the workers with real
 * engines of one thread, and a PostgreSQL and a folder that they share. Processor time is that of the workers.
 */
export async function measureWorkers(): Promise<number> {
  const programs = await findPostgres();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const pictures = await Promise.all(Array.from({ length: images }, (_, i) => largePicture(megapixels, i)));
  const [one, two] = [await imagesPerSecond(programs, 1, pictures), await imagesPerSecond(programs, 2, pictures)];
  return two / one;
}

async function imagesPerSecond(programs: string, count: number, pictures: readonly Buffer[]): Promise<number> {
  const postgres = await startPostgres(programs, await freePort());
  const dataDir = await mkdtemp(join(tmpdir(), "lightwell-workers-"));
  const key = await prepareAccount({ url: postgres.url, folder: "" }, dataDir, null);
  const port = await freePort();
  const common = [
    ...["--data-dir", dataDir, "--database-url", postgres.url, "--log-level", "fatal", "--stop-seconds", "1"],
    ...["--daily-enhancements", "1000000", "--requests-per-second", "1000000", "--same-name-per-hour", "1000000"],
  ];
  const api = startProcess(["api", ...common, "--port", String(port), "--public-url", `http://127.0.0.1:${port}`]);
  await api.listening;
  const workers = Array.from({ length: count }, () => startProcess(["worker", ...common, "--port", "0", ...engine]));
  try {
    await Promise.all(workers.map(({ listening }) => listening));
    const client = new PatientClient(`http://127.0.0.1:${port}`, key, new AbortController().signal);
    // Engines start, and take their first pictures, before the time counts.
    await enhancePictures(client, pictures.slice(0, 2 * count));
    const seconds = () => workers.reduce((sum, { pid }) => sum + cpuSecondsOfTree(pid), 0);
    const before = seconds();
    await enhancePictures(client, pictures);
    return pictures.length / (seconds() - before);
  } finally {
    for (const process of [api, ...workers]) process.signal("SIGTERM");
    await Promise.all([api, ...workers].map(({ ended }) => ended));
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
