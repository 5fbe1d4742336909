import { storageMbOf } from "../domain/limits.ts";
import { diskFull, HttpError } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { DiskFull } from "../storage/storage.ts";
import { countBytes } from "../store/account-storage.ts";
import { findAccount } from "../store/account-store.ts";

/** Space that must stay free, for the database and the pictures of accepted uploads. */
export function minFreeBytes({ config }: Pick<Parts, "config">): number {
  return config.minFreeMb * 2 ** 20;
}

/** Throws 507 if `bytes` more would leave too little free space. */
export async function requireSpace(parts: Pick<Parts, "config" | "storage">, bytes = 0): Promise<void> {
  try {
    await parts.storage.requireSpace(minFreeBytes(parts) + bytes);
  } catch (error) {
    throw error instanceof DiskFull ? diskFull() : error;
  }
}

/** Throws 507 if `bytes` more would exceed the account's space. */
export async function requireQuota(
  { database: { queries }, config }: Pick<Parts, "database" | "config">,
  accountId: string,
  bytes: number,
): Promise<void> {
  const account = await findAccount(queries, accountId);
  const most = account ? storageMbOf(account, config) : 0;
  if (most === 0 || (await countBytes(queries, accountId)) + bytes <= most * 2 ** 20) return;
  throw new HttpError(507, `The account's ${most} MB are used up; delete orders or images, then send the file again.`);
}
