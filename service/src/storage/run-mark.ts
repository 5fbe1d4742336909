import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A file that is there while a service runs on the folder: what finds it at its start follows one that was killed. */
export async function markRunning(folder: string): Promise<{ readonly wasCutOff: boolean; clear(): Promise<void> }> {
  const path = join(folder, "running");
  const wasCutOff = await stat(path).then(
    () => true,
    () => false,
  );
  await writeFile(path, "", { mode: 0o600 });
  return { wasCutOff, clear: () => rm(path, { force: true }) };
}
