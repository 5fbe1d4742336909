import type { Config } from "../config/config.ts";
import type { Database, Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import { dailyLimitOf, sameNameLimitOf, storageMbOf } from "../domain/limits.ts";
import { countBytes } from "./account-storage.ts";
import type { ImageRow } from "./image-store.ts";

const hourMs = 3_600_000;

export interface Usage {
  /** Enhancements of the UTC day. */
  readonly enhancements: number;
  readonly dailyLimit: number;
  /** Registrations of images and brackets within an hour. */
  readonly registrations: number;
  /** Registrations of the most frequent file name within an hour. */
  readonly sameName: number;
  readonly sameNameLimit: number;
  /** Uploads and pictures, in MB rounded up. */
  readonly storedMb: number;
  /** In MB; 0: unlimited. */
  readonly storageMb: number;
  readonly credits: { readonly thisMonth: number; readonly ever: number };
}

export async function readUsage(queries: Queries, account: Account, config: Config, now = new Date()): Promise<Usage> {
  const { accountId } = account;
  const today = now.toISOString().slice(0, 10);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [day, names, credits, bytes] = await Promise.all([
    queries
      .selectFrom("enhancement_days")
      .select("enhancements")
      .where("account_id", "=", accountId)
      .where("day", "=", today)
      .executeTakeFirst(),
    queries
      .selectFrom("name_registrations")
      .select((row) => row.fn.countAll<string>().as("count"))
      .where("account_id", "=", accountId)
      .where("registered_at", ">", new Date(now.getTime() - hourMs))
      .groupBy("name")
      .execute(),
    queries
      .selectFrom("purchases")
      .select((row) => [
        row.fn.countAll<string>().as("ever"),
        row.fn.countAll<string>().filterWhere("purchased_at", ">=", month).as("thisMonth"),
      ])
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow(),
    countBytes(queries, accountId),
  ]);
  const counts = names.map(({ count }) => Number(count));
  return {
    enhancements: day?.enhancements ?? 0,
    dailyLimit: dailyLimitOf(account, config),
    registrations: counts.reduce((sum, count) => sum + count, 0),
    sameName: counts.reduce((most, count) => Math.max(most, count), 0),
    sameNameLimit: sameNameLimitOf(account, config),
    storedMb: Math.ceil(bytes / 2 ** 20),
    storageMb: storageMbOf(account, config),
    credits: { thisMonth: Number(credits.thisMonth), ever: Number(credits.ever) },
  };
}

/** Counts one enhancement of today (UTC). Returns false without counting if the account's limit is reached. */
export async function countEnhancement(
  transaction: Queries,
  accountId: string,
  limit: number,
  now: Date,
): Promise<boolean> {
  if (limit < 1) return false;
  const counted = await transaction
    .insertInto("enhancement_days")
    .values({ account_id: accountId, day: now.toISOString().slice(0, 10), enhancements: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "day"])
        .doUpdateSet((row) => ({ enhancements: row("enhancement_days.enhancements", "+", 1) }))
        .where("enhancement_days.enhancements", "<", limit),
    )
    .returning("enhancements")
    .executeTakeFirst();
  return counted !== undefined;
}

/** Records a purchase: one credit for each image, however often it is downloaded. */
export async function purchase(
  database: Database,
  { image_id, account_id }: Pick<ImageRow, "image_id" | "account_id">,
): Promise<void> {
  await database.transact(async (transaction) => {
    await transaction
      .insertInto("purchases")
      .values({ image_id, account_id, purchased_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction.updateTable("images").set({ downloaded: true }).where("image_id", "=", image_id).execute();
  });
}
