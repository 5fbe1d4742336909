import { type RawBuilder, sql } from "kysely";
import { databaseTime } from "../database/clock.ts";
import type { Database, Queries } from "../database/database.ts";
import { HttpError, invalid } from "../errors/http-error.ts";
import type { BracketRow } from "./bracket-store.ts";

const hourMs = 3_600_000;

/** An image or a bracket to register, and the limits that apply. */
interface Registration {
  readonly accountId: string;
  readonly orderId: string;
  /** Counted if present. */
  readonly name: string | null;
  readonly now: Date;
  /** Most registrations of one name by the account in an hour. */
  readonly nameLimit: number;
  /** Most images, and most brackets, of an order. */
  readonly most: number;
}

/**
 * Creates the order if necessary, counts the name, and locks the order until the transaction ends. Throws 422 if the
 * order is another account's, was deleted or is full, and 429 if the name was registered too often.
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
 * Admits and registers a bracket. Brackets are registered by the hundred, so this takes one statement and no
 * transaction, unless the order seems full or the name was registered too often.
 */
export async function admitBracket(
  database: Database,
  registration: Registration,
  bracket: WaitingBracket,
): Promise<BracketRow> {
  const admitted = await database.perform((queries) => tryToAdmit(queries, registration, bracket));
  if (admitted) return admitted;
  return database.transact(async (transaction) => {
    // The name before the order, as elsewhere: with different orders of locking, two transactions could wait for each
    // other.
    for (;;) {
      const row = await tryToAdmit(transaction, registration, bracket);
      if (row) return row;
      await makeRoom(transaction, registration);
    }
  });
}

/** One statement; undefined if the order or the name is refused. */
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
 * `admitted` has a row if the order accepts one more. `orders.registrations` is an upper bound of the order's images
 * and brackets: every bracket is registered, and an image is registered with one or made of some. So nothing need be
 * counted.
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
 * Counts the contents of the order again, since some may have been deleted. Throws the reason of the refusal.
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
      throw invalid({ order_id: [`The order has ${most} ${table}, which is the limit; choose another.`] });
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

function unusableOrder(): HttpError {
  return invalid({ order_id: ["This order_id cannot be used; choose another."] });
}
