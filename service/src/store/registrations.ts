import { type RawBuilder, sql } from "kysely";
import { databaseTime } from "../database/clock.ts";
import type { Database, Queries } from "../database/database.ts";
import { HttpError, invalid } from "../errors/http-error.ts";
import type { BracketRow } from "./bracket-store.ts";

const hourMs = 3_600_000;

/** An image or a bracket that is to be registered, and what it is held to. */
export interface Registration {
  readonly accountId: string;
  readonly orderId: string;
  /** Counted where there is one. */
  readonly name: string | null;
  readonly now: Date;
  /** Registrations of one name that the account has an hour. */
  readonly nameLimit: number;
  /** Images, and brackets, that an order holds. */
  readonly most: number;
}

/**
 * Makes the order where there is none, counts the name, and locks the order until the transaction ends. Throws 422
 * where the order is another's, was deleted or is full, 429 once the name was registered too often.
 */
export async function admit(transaction: Queries, registration: Registration): Promise<void> {
  for (;;) {
    const { rows } = await sql`with ${admission(registration)} select from admitted`.execute(transaction);
    if (rows.length > 0) return;
    await makeRoom(transaction, registration);
  }
}

/** A bracket that waits to be grouped. */
interface WaitingBracket {
  readonly bracketId: string;
  readonly contentType: string | null;
  readonly metadata: object | null;
}

/**
 * `admit` and the bracket. Sets are registered by the hundred, so that it takes one statement and no transaction,
 * unless the order seems full or the name was registered too often.
 */
export async function admitBracket(
  database: Database,
  registration: Registration,
  bracket: WaitingBracket,
): Promise<BracketRow> {
  const admitted = await database.perform((queries) => tryToAdmit(queries, registration, bracket));
  if (admitted) return admitted;
  return database.transact(async (transaction) => {
    // The name before the order here too: in orders of their own, two could wait for each other.
    for (;;) {
      const row = await tryToAdmit(transaction, registration, bracket);
      if (row) return row;
      await makeRoom(transaction, registration);
    }
  });
}

/** One statement; undefined where the order or the name is refused. */
async function tryToAdmit(
  queries: Queries,
  registration: Registration,
  { bracketId, contentType, metadata }: WaitingBracket,
): Promise<BracketRow | undefined> {
  const { accountId, orderId, name } = registration;
  const { rows } = await sql<BracketRow>`
    with ${admission(registration)}
    insert into brackets (bracket_id, order_id, account_id, name, content_type, metadata, created_at)
    select ${bracketId}, ${orderId}, ${accountId}, ${name ?? "bracket"}, ${contentType},
      ${metadata && JSON.stringify(metadata)}::jsonb, ${databaseTime}
    from admitted
    returning *`.execute(queries);
  return rows[0];
}

/**
 * `admitted` has a row where the order takes one more. `orders.registrations` is never less than what the order holds:
 * every bracket is registered, and an image is registered with one or made of some. So it need not be counted.
 */
function admission({ accountId, orderId, name, now, nameLimit, most }: Registration): RawBuilder<unknown> {
  const since = hourBefore(now);
  return sql`
    recent as (select coalesce(count_name(${accountId}, ${name}, ${since}::timestamptz), 0) as count),
    forgotten as (
      delete from name_registrations
      where account_id = ${accountId} and name = ${name} and registered_at <= ${since}
    ),
    admitted as (
      insert into orders (order_id, account_id, created_at, last_updated_at, registrations)
      select ${orderId}, ${accountId}, ${databaseTime}, ${databaseTime}, 1
      from recent where recent.count < ${nameLimit}
      on conflict (order_id) do update
      set last_updated_at = excluded.last_updated_at, registrations = orders.registrations + 1
      where orders.account_id = excluded.account_id and not orders.is_deleted and orders.registrations < ${most}
      returning order_id
    ),
    counted as (
      insert into name_registrations (account_id, name, registered_at)
      select ${accountId}, ${name}, ${now}::timestamptz from admitted where ${name}::text is not null
    )`;
}

/**
 * Counts what the order holds now that some was deleted. Throws where that, or anything else, is why it was refused.
 */
async function makeRoom(transaction: Queries, registration: Registration): Promise<void> {
  const { accountId, orderId, most } = registration;
  await requireRareName(transaction, registration);
  const order = await transaction
    .selectFrom("orders")
    .select("order_id")
    .where("order_id", "=", orderId)
    .where("account_id", "=", accountId)
    .where("is_deleted", "=", false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!order) throw unusableOrder();
  let registrations = 0;
  for (const table of ["images", "brackets"] as const) {
    const { count } = await transaction
      .selectFrom(table)
      .select((row) => row.fn.countAll<string>().as("count"))
      .where("order_id", "=", orderId)
      .where("is_deleted", "=", false)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most)
      throw invalid({ order_id: [`The order holds ${most} ${table}, which is the most; choose another.`] });
    registrations = Math.max(registrations, Number(count));
  }
  await transaction.updateTable("orders").set({ registrations }).where("order_id", "=", orderId).execute();
}

async function requireRareName(transaction: Queries, { accountId, name, now, nameLimit }: Registration): Promise<void> {
  const { count, first } = await transaction
    .selectFrom("name_registrations")
    .select((row) => [row.fn.countAll<string>().as("count"), row.fn.min("registered_at").as("first")])
    .where("account_id", "=", accountId)
    .where("name", "=", name ?? "")
    .where("registered_at", ">", hourBefore(now))
    .executeTakeFirstOrThrow();
  if (name === null || Number(count) < nameLimit) return;
  const seconds = Math.max(1, Math.ceil(((first ?? now).getTime() + hourMs - now.getTime()) / 1000));
  throw new HttpError(
    429,
    `The same file name may be registered ${nameLimit} times an hour; use another name or try again later.`,
    {},
    { "retry-after": String(seconds) },
  );
}

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - hourMs);
}

export function unusableOrder(): HttpError {
  return invalid({ order_id: ["This order_id cannot be used; choose another."] });
}
