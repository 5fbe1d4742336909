import { diskFull } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { DiskFull } from "../storage/storage.ts";

/** What must stay free, for the database and the pictures of what was taken already. */
export function leastFreeBytes({ config }: Pick<Parts, "config">): number {
  return config.minFreeMb * 2 ** 20;
}

/** Throws 507 where taking `bytes` more would leave less than must stay free. */
export async function requireSpace(parts: Pick<Parts, "config" | "storage">, bytes = 0): Promise<void> {
  try {
    await parts.storage.requireSpace(leastFreeBytes(parts) + bytes);
  } catch (error) {
    throw error instanceof DiskFull ? diskFull() : error;
  }
}
