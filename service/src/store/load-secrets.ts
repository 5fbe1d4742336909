import { randomBytes } from "node:crypto";
import { acceptBoth, openSecrets, type Secrets } from "../accounts/secrets.ts";
import { type Config, ConfigError } from "../config/config.ts";
import type { Queries } from "../database/database.ts";

/**
 * Both halves are needed: a copy of only the database, or only the folder's file, can neither open sealed keys nor sign
 * addresses.
 */
export async function loadSecrets(queries: Queries, dataDir: string, masterKeyFile?: string): Promise<Secrets> {
  await queries
    .insertInto("secrets")
    .values({ purpose: "root", value: randomBytes(32).toString("base64") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await queries
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", "root")
    .executeTakeFirstOrThrow();
  return openSecrets(Buffer.from(value, "base64"), dataDir, masterKeyFile);
}

/** The configured secrets, after a check against the database. Throws `ConfigError`. */
export async function loadCheckedSecrets(
  queries: Queries,
  { dataDir, masterKeyFile, secondMasterKeyFile }: Pick<Config, "dataDir" | "masterKeyFile" | "secondMasterKeyFile">,
): Promise<Secrets> {
  const first = await loadSecrets(queries, dataDir, masterKeyFile);
  const second =
    secondMasterKeyFile === undefined ? undefined : await loadSecrets(queries, dataDir, secondMasterKeyFile);
  // A process that restarts during an exchange has its files in the old order.
  if (second && (await keepCheck(queries, first)) === checkOf(second)) return acceptBoth(second, first);
  await checkMasterKey(queries, first);
  return second ? acceptBoth(first, second) : first;
}

/**
 * Compares the master key with the one that the database was used with. Throws `ConfigError` if they differ: sealed
 * keys could not be opened, and existing signed addresses would be invalid.
 */
export async function checkMasterKey(queries: Queries, secrets: Secrets): Promise<void> {
  if ((await keepCheck(queries, secrets)) === checkOf(secrets)) return;
  throw new ConfigError(
    "the master key is not the one that this database was used with; restore that one, or name its file with --master-key-file",
  );
}

/** A value that differs for each master key and does not reveal it. */
export function checkOf(secrets: Secrets): string {
  return secrets.sign("check", "master key");
}

/** The check value of the database; stores that of `secrets` if there was none. */
async function keepCheck(queries: Queries, secrets: Secrets): Promise<string> {
  await queries
    .insertInto("secrets")
    .values({ purpose: "check", value: checkOf(secrets) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await queries
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", "check")
    .executeTakeFirstOrThrow();
  return value;
}
