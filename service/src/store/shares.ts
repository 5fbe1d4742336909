import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";

/** A link to an order for people without an account. */
export interface Share {
  /** Names the link without granting access. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Creates a link and returns its token: 256 random bits, of which the database keeps the hash. */
export async function createShare(
  queries: Queries,
  { accountId, orderId, expiresAt }: { readonly accountId: string; readonly orderId: string; readonly expiresAt: Date },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await queries
    .insertInto("shares")
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      order_id: orderId,
      created_at: new Date(),
      expires_at: expiresAt,
    })
    .execute();
  return token;
}

/** The links of an order that have not expired, the newest first. */
export async function listShares(queries: Queries, orderId: string, now = new Date()): Promise<Share[]> {
  const rows = await queries
    .selectFrom("shares")
    .select(["token_hash", "created_at", "expires_at"])
    .where("order_id", "=", orderId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({ tokenHash: row.token_hash, createdAt: row.created_at, expiresAt: row.expires_at }));
}

/** Ends a link of the order, and removes those that have expired. */
export async function endShare(queries: Queries, orderId: string, tokenHash: string, now = new Date()): Promise<void> {
  await queries
    .deleteFrom("shares")
    .where("order_id", "=", orderId)
    .where((row) => row.or([row("token_hash", "=", tokenHash), row("expires_at", "<=", now)]))
    .execute();
}

/** The order that a token opens; undefined if it has expired, or the order or its account is gone. */
export async function findShared(queries: Queries, token: string, now = new Date()) {
  return queries
    .selectFrom("shares")
    .innerJoin("accounts", "accounts.account_id", "shares.account_id")
    .innerJoin("orders", "orders.order_id", "shares.order_id")
    .select(["shares.order_id", "shares.account_id", "shares.expires_at", "accounts.watermarks_shares"])
    .where("shares.token_hash", "=", hashToken(token))
    .where("shares.expires_at", ">", now)
    .where("accounts.state", "=", "active")
    .where("orders.is_deleted", "=", false)
    .executeTakeFirst();
}

/** Whether shared pages of the account have watermarks on pictures that were not bought. */
export async function findWatermarking(queries: Queries, accountId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("accounts")
    .select("watermarks_shares")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return row.watermarks_shares;
}

export async function setWatermarking(queries: Queries, accountId: string, isOn: boolean): Promise<void> {
  await queries.updateTable("accounts").set({ watermarks_shares: isOn }).where("account_id", "=", accountId).execute();
}
