import { existsSync } from "node:fs";
import { cp, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";

/** Where the run's template is, and whatever goes with the run. */
export const runVariable = "LIGHTWELL_TEST_RUN";

/** A new folder that goes with the run. */
export function templateFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env[runVariable] ?? tmpdir(), prefix));
}

/** Files of PostgreSQL's own two templates, half of all files. Without them, a copy cannot make further databases. */
const templates = /^base[\\/][14][\\/]/;

/**
 * Puts an embedded database that a service without any data has left into `folder`. Making one takes two seconds of a
 * processor, a copy a tenth of that; `test/first-start.test.ts` and the killed services begin with none.
 */
export async function copyTemplate(folder: string): Promise<void> {
  const parent = process.env[runVariable];
  if (parent === undefined) return;
  const template = join(parent, "database");
  if (!existsSync(template)) await makeTemplate(parent, template);
  await cp(template, folder, { recursive: true, filter: (path) => !templates.test(relative(template, path)) });
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
