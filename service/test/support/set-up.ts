import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runVariable } from "./database-template.ts";
import { enginesFolder, enginesVariable } from "./remembered-engines.ts";
import { stopSharedSwift } from "./shared-swift.ts";
import { dropUsedDatabases } from "./test-database.ts";

/** Before all tests: a folder for what they share, which goes with the run as its databases do. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-run-"));
  process.env[runVariable] = folder;
  process.env[enginesVariable] ??= join(folder, "engines");
  await mkdir(enginesFolder(), { recursive: true });
  return async () => {
    await dropUsedDatabases();
    await stopSharedSwift(folder);
    await rm(folder, { recursive: true, force: true });
  };
}
