import type { Queries } from "../database/database.ts";

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
