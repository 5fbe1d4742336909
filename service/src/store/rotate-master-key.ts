import { sql } from "kysely";
import type { Secrets } from "../accounts/secrets.ts";
import { ConfigError } from "../config/config.ts";
import type { Database, Queries } from "../database/database.ts";
import { HttpError } from "../errors/http-error.ts";
import { checkOf } from "./load-secrets.ts";

/** API keys written by one statement. */
const keysAtOnce = 1000;

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
    const rotation = await resealKeys(transaction, current, next);
    await transaction
      .updateTable("secrets")
      .set({ value: checkOf(next) })
      .where("purpose", "=", "check")
      .execute();
    return rotation;
  });
}

async function resealKeys(transaction: Queries, current: Secrets, next: Secrets): Promise<Rotation> {
  const rows = await transaction.selectFrom("api_keys").select(["key_hash", "sealed_key"]).forUpdate().execute();
  const resealed = rows.flatMap(({ key_hash: hash, sealed_key }) => {
    const key = openOrNone(current, sealed_key);
    return key === undefined ? [] : [{ hash, sealed: next.seal(key) }];
  });
  for (let i = 0; i < resealed.length; i += keysAtOnce) {
    const part = JSON.stringify(resealed.slice(i, i + keysAtOnce));
    await sql`
      update api_keys set sealed_key = part.sealed
      from jsonb_to_recordset(${part}::jsonb) as part (hash text, sealed text) where key_hash = part.hash
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
