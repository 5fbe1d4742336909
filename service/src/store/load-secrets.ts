import { randomBytes } from "node:crypto";
import { openSecrets, type Secrets } from "../accounts/secrets.ts";
import { ConfigError } from "../config/config.ts";
import type { Queries } from "../database/database.ts";

/**
 * Neither a copy of the database nor one of the folder's file is enough to open what was sealed, or to sign an address.
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

/**
 * Compares the master key with the first one that the database was used with. Throws `ConfigError` if they differ:
 * sealed keys could not be opened, and addresses that were given out would not hold.
 */
export async function checkMasterKey(queries: Queries, secrets: Secrets): Promise<void> {
  await queries
    .insertInto("secrets")
    .values({ purpose: "check", value: secrets.sign("check", "master key") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await queries
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", "check")
    .executeTakeFirstOrThrow();
  if (secrets.verify("check", "master key", value)) return;
  throw new ConfigError(
    "the master key is not the one that this database was used with; restore that one, or name its file with --master-key-file",
  );
}
