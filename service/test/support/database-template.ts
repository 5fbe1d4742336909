import { existsSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";

const variable = "LIGHTWELL_TEST_TEMPLATE";

/** Before all tests: a folder for the template, which goes with the run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-template-"));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** A new folder that goes with the run. */
export function templateFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env[variable] ?? tmpdir(), prefix));
}

/**
 * Puts an embedded database that a service without any data has left into `folder`. Making one takes two seconds of a
 * processor, a copy a tenth of that; `test/first-start.test.ts` and the killed services begin with none.
 */
export async function copyTemplate(folder: string): Promise<void> {
  const parent = process.env[variable];
  if (parent === undefined) return;
  const template = join(parent, "database");
  if (!existsSync(template)) await makeTemplate(parent, template);
  await cp(template, folder, { recursive: true });
}

/** By the first that needs it; of two that make it at the same time one is thrown away. */
async function makeTemplate(parent: string, template: string): Promise<void> {
  const own = join(await mkdtemp(join(parent, "new-")), "database");
  const database = await openDatabase({ folder: own });
  const queue = new JobQueue(database, (error) => {
    throw error;
  });
  await queue.start();
  await queue.stop(1000);
  await database.close();
  await rename(own, template).catch((error) => {
    if (!existsSync(template)) throw error;
  });
}
