import type { Queries } from "../database/database.ts";
import { HttpError } from "../http/errors.ts";

const hourMs = 3_600_000;

/** Throws 429 once the account registered exactly this name `limit` times within an hour; else counts it. */
export async function countName(
  transaction: Queries,
  { accountId, name, limit, now }: { accountId: string; name: string; limit: number; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  await transaction
    .deleteFrom("name_registrations")
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .where("registered_at", "<=", since)
    .execute();
  const { count, first } = await transaction
    .selectFrom("name_registrations")
    .select((row) => [row.fn.countAll<string>().as("count"), row.fn.min("registered_at").as("first")])
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limit) {
    const seconds = Math.max(1, Math.ceil((first.getTime() + hourMs - now.getTime()) / 1000));
    throw new HttpError(
      429,
      `The same file name may be registered ${limit} times an hour; use another name or try again later.`,
      {},
      { "retry-after": String(seconds) },
    );
  }
  await transaction
    .insertInto("name_registrations")
    .values({ account_id: accountId, name, registered_at: now })
    .execute();
}
