import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { Tier } from "../domain/account.ts";
import type { Storage } from "../storage/storage.ts";
import { recordAction } from "./account-store.ts";
import { keysOfBracket } from "./bracket-store.ts";

export interface KnownAccount {
  readonly accountId: string;
  readonly email: string;
  /** The e-mail address of the member who acts, for the record; absent: a command on the machine. */
  readonly actor?: string | null;
}

/** Suspends an account: its key and sign-in are refused until it is resumed. Sessions end; pictures and orders stay. */
export async function suspendAccount(transaction: Queries, account: KnownAccount): Promise<void> {
  await setState(transaction, account, "suspended");
  await transaction.deleteFrom("sessions").where("account_id", "=", account.accountId).execute();
  await recordAction(transaction, { ...account, action: "suspend" });
}

export async function resumeAccount(transaction: Queries, account: KnownAccount): Promise<void> {
  await setState(transaction, account, "active");
  await recordAction(transaction, { ...account, action: "resume" });
}

export async function setTier(transaction: Queries, account: KnownAccount, tier: Tier): Promise<void> {
  await transaction.updateTable("accounts").set({ tier }).where("account_id", "=", account.accountId).execute();
  await recordAction(transaction, { ...account, action: "set-tier", detail: tier });
}

/**
 * Deletes an account: removes its key, members, sessions and webhook, and hides its orders and pictures from clients.
 * Its rows stay, and its e-mail address remains taken, until it is erased.
 */
export async function deleteAccount(transaction: Queries, account: KnownAccount): Promise<void> {
  const { accountId } = account;
  await setState(transaction, account, "deleted");
  for (const table of ["api_keys", "sessions", "member_invitations", "members"] as const)
    await transaction.deleteFrom(table).where("account_id", "=", accountId).execute();
  await transaction
    .updateTable("accounts")
    .set({ webhook_url: null, webhook_authentication: null, former_webhook_secret: null })
    .where("account_id", "=", accountId)
    .execute();
  await transaction
    .updateTable("events")
    .set({ state: "dead" })
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .execute();
  for (const table of ["orders", "images", "brackets"] as const)
    await transaction.updateTable(table).set({ is_deleted: true }).where("account_id", "=", accountId).execute();
  await recordAction(transaction, { ...account, action: "delete" });
}

async function setState(
  transaction: Queries,
  { accountId }: KnownAccount,
  state: "active" | "suspended" | "deleted",
): Promise<void> {
  await transaction.updateTable("accounts").set({ state }).where("account_id", "=", accountId).execute();
}

/** Storage keys in all rows of the account, deleted or not. */
export async function keysOfAccount(queries: Queries, accountId: string): Promise<string[]> {
  const images = await queries.selectFrom("images").select("result").where("account_id", "=", accountId).execute();
  const brackets = await queries
    .selectFrom("brackets")
    .select(["source", "summary"])
    .where("account_id", "=", accountId)
    .execute();
  const parts = await queries
    .selectFrom("upload_parts")
    .select("storage_key")
    .where("account_id", "=", accountId)
    .execute();
  return [
    ...images.flatMap(({ result }) => (result ? [result.full.key, result.preview.key] : [])),
    ...brackets.flatMap(keysOfBracket),
    ...parts.map(({ storage_key }) => storage_key),
  ];
}

/** Tables with the account's rows, those that refer to others first. */
const ownTables = [
  ...["reports", "purchases", "shares", "deliveries", "events", "upload_parts", "resumable_uploads"],
  ...["brackets", "images"],
  ...["orders", "name_registrations", "enhancement_days", "sessions", "member_invitations", "members"],
  ...["api_keys", "accounts"],
] as const;

/**
 * Removes the rows of an account. The record of actions on it stays, under its id, without e-mail addresses of the
 * account and its members.
 */
export async function eraseRows(transaction: Queries, account: KnownAccount): Promise<void> {
  const { accountId, email } = account;
  await sql`
    delete from groupings where order_id in (select order_id from orders where account_id = ${accountId})
  `.execute(transaction);
  await sql`update images set parent_image_id = null where account_id = ${accountId}`.execute(transaction);
  for (const table of ownTables)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(transaction);
  // Invitations of this e-mail address by other accounts too.
  for (const table of ["invitations", "member_invitations"] as const)
    await transaction.deleteFrom(table).where("email", "=", email).execute();
  await recordAction(transaction, { ...account, action: "erase" });
  await transaction
    .updateTable("account_actions")
    .set({ email: accountId, member_email: null })
    .where((row) => row.or([row("email", "=", email), row("account_id", "=", accountId)]))
    .execute();
  await transaction
    .updateTable("account_actions")
    .set({ member_email: null })
    .where("member_email", "=", email)
    .execute();
  // Operators stay named as actors. Members of the account do not: only this table still names them.
  await sql`
    update account_actions set actor = null where account_id = ${accountId}
      and actor is not null and actor not in (select email from members where is_operator)`.execute(transaction);
}

/**
 * Remains of an erased account, as `table: rows` and storage keys. Searches every text or JSON column of every table
 * for its id and its e-mail address, and the storage for `keys`. Empty if nothing is left.
 */
export async function findLeftovers(
  queries: Queries,
  storage: Storage,
  { accountId, email }: KnownAccount,
  keys: readonly string[],
): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb') and table_name not like 'kysely%'
      and table_name <> 'account_actions'
    order by 1, 2`.execute(queries);
  const left: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)}::text in (${accountId}, ${email})
        or position(${accountId} in ${sql.ref(column)}::text) > 0`.execute(queries);
    if (Number(rows[0].count) > 0) left.push(`${table}.${column}: ${rows[0].count}`);
  }
  for (const key of keys) if ((await storage.find(key)) !== undefined) left.push(key);
  return left;
}
