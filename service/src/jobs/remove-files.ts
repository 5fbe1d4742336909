import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";

/** Idempotent: a second run finds nothing to remove. */
export async function removeFiles({ keys }: Jobs["remove-files"], { storage }: Parts): Promise<void> {
  for (const key of keys) await storage.remove(key);
}
