import { randomBytes } from "node:crypto";
import { openSecrets, type Secrets } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";

/**
 * Neither a copy of the database nor one of the folder's file is enough to open what was sealed, or to sign an address.
 */
export async function loadSecrets(queries: Queries, dataDir: string): Promise<Secrets> {
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
  return openSecrets(Buffer.from(value, "base64"), dataDir);
}
