import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";

/** Done twice, it finds nothing more to remove. */
export async function removeFiles({ keys }: Jobs["remove-files"], { storage }: Parts): Promise<void> {
  for (const key of keys) await storage.remove(key);
}
