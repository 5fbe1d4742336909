import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import { HttpError } from "../errors/http-error.ts";

const hourMs = 3_600_000;

/** Throws 429 once the account registered exactly this name `limit` times within an hour; else counts it. */
export async function countName(
  transaction: Queries,
  { accountId, name, limit, now }: { accountId: string; name: string; limit: number; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const ofName = { account_id: accountId, name };
  // One query, for this is in the way of every registration.
  const { count, first } = await transaction
    .with("recent", (query) =>
      query
        .selectFrom("name_registrations")
        .select((row) => [row.fn.countAll<string>().as("count"), row.fn.min("registered_at").as("first")])
        .where((row) => row.and(ofName))
        .where("registered_at", ">", since),
    )
    .with("forgotten", (query) =>
      query
        .deleteFrom("name_registrations")
        .where((row) => row.and(ofName))
        .where("registered_at", "<=", since),
    )
    .with("counted", (query) =>
      query
        .insertInto("name_registrations")
        .columns(["account_id", "name", "registered_at"])
        .expression((row) =>
          row
            .selectFrom("recent")
            .select([
              sql<string>`${accountId}::text`.as("account_id"),
              sql<string>`${name}::text`.as("name"),
              sql<Date>`${now}::timestamptz`.as("registered_at"),
            ])
            .where("recent.count", "<", String(limit)),
        ),
    )
    .selectFrom("recent")
    .selectAll()
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
}
