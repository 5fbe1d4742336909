import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Far longer than a job or a download takes, in ms: a day. */
const oldMs = 86_400_000;

/**
 * Removes remains of killed processes from the folder for work in progress: files that have not changed for 24 h. Other
 * processes may be working there.
 */
export async function removeOldWork(folder: string, now = Date.now()): Promise<void> {
  for (const inner of [folder, join(folder, "renditions")]) {
    for (const name of await readdir(inner).catch(() => [])) {
      const path = join(inner, name);
      const entry = await stat(path).catch(() => undefined);
      if (entry && now - entry.mtimeMs > oldMs) await rm(path, { recursive: true, force: true });
    }
  }
}
