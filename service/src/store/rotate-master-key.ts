import { sql } from "kysely";
import type { Secrets } from "../accounts/secrets.ts";
import { ConfigError } from "../config/config.ts";
import type { Database, Queries } from "../database/database.ts";
import { HttpError } from "../errors/http-error.ts";
import { checkOf } from "./load-secrets.ts";

/** Rows written by one statement. */
const rowsAtOnce = 1000;

export interface Rotation {
  /** Number of API keys that were sealed again. */
  readonly resealed: number;
  /** Number of API keys that the current key cannot open: they still work and still cannot be revealed. */
  readonly unreadable: number;
}

/**
 * Seals with `next` everything that `current` sealed, and makes `next` the database's master key, in one transaction.
 * Undefined if that was done before. Throws `ConfigError` if the database is used with neither.
 */
export async function rotateMasterKey(
  { transact }: Database,
  current: Secrets,
  next: Secrets,
): Promise<Rotation | undefined> {
  return transact(async (transaction) => {
    const check = await transaction
      .selectFrom("secrets")
      .select("value")
      .where("purpose", "=", "check")
      .forUpdate()
      .executeTakeFirst();
    if (check?.value === checkOf(next)) return undefined;
    if (check?.value !== checkOf(current)) {
      throw new ConfigError(
        "the master key is not the one that this database was used with; name its file with --master-key-file",
      );
    }
    const rotation = await reseal(
      transaction,
      { table: "api_keys", id: "key_hash", sealed: "sealed_key" },
      current,
      next,
    );
    // Those that cannot be opened are never sent, and expire within minutes.
    await reseal(transaction, { table: "mails", id: "mail_id", sealed: "sealed" }, current, next);
    await transaction
      .updateTable("secrets")
      .set({ value: checkOf(next) })
      .where("purpose", "=", "check")
      .execute();
    return rotation;
  });
}

/** A table with sealed texts: its key column, and the column of the texts. */
interface SealedColumn {
  readonly table: "api_keys" | "mails";
  readonly id: string;
  readonly sealed: string;
}

async function reseal(transaction: Queries, column: SealedColumn, current: Secrets, next: Secrets): Promise<Rotation> {
  const [table, id, sealed] = [sql.table(column.table), sql.ref(column.id), sql.ref(column.sealed)];
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${id} as id, ${sealed} as sealed from ${table} for update`.execute(transaction);
  const resealed = rows.flatMap((row) => {
    const text = openOrNone(current, row.sealed);
    return text === undefined ? [] : [{ row_id: row.id, text: next.seal(text) }];
  });
  for (let i = 0; i < resealed.length; i += rowsAtOnce) {
    const part = JSON.stringify(resealed.slice(i, i + rowsAtOnce));
    await sql`
      update ${table} set ${sealed} = part.text
      from jsonb_to_recordset(${part}::jsonb) as part (row_id text, text text) where ${id} = part.row_id
    `.execute(transaction);
  }
  return { resealed: resealed.length, unreadable: rows.length - resealed.length };
}

function openOrNone(secrets: Secrets, sealed: string): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}

/**
 * Prevents a rotation of the master key until the transaction ends. Throws 503 if it was rotated since this process
 * started: keys that this process seals could not be opened.
 */
export async function requireCurrentKey(transaction: Queries, secrets: Secrets): Promise<void> {
  const check = await transaction
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", "check")
    .forShare()
    .executeTakeFirst();
  if (!check || check.value === checkOf(secrets)) return;
  throw new HttpError(
    503,
    "The service's master key was exchanged; restart the service to make this work again.",
    {},
    { "retry-after": "60" },
  );
}
