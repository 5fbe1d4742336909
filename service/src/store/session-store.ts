import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import { accountColumns } from "./account-store.ts";

/** How long a session lasts, regardless of its use. */
export const sessionSeconds = 12 * 3600;

/** Starts a session and returns its id: 256 random bits. Only the browser gets it; the database has its hash. */
export async function beginSession(queries: Queries, accountId: string, now = new Date()): Promise<string> {
  const sessionId = randomBytes(32).toString("base64url");
  await queries.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await queries
    .insertInto("sessions")
    .values({
      session_hash: hashToken(sessionId),
      account_id: accountId,
      created_at: now,
      expires_at: new Date(now.getTime() + sessionSeconds * 1000),
    })
    .execute();
  return sessionId;
}

/** The account of a session; undefined if it has ended or never existed. */
export async function findSession(queries: Queries, sessionId: string, now = new Date()): Promise<Account | undefined> {
  return queries
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.account_id", "sessions.account_id")
    .select(accountColumns)
    .where("sessions.session_hash", "=", hashToken(sessionId))
    .where("sessions.expires_at", ">", now)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
}

export async function endSession(queries: Queries, sessionId: string): Promise<void> {
  await queries.deleteFrom("sessions").where("session_hash", "=", hashToken(sessionId)).execute();
}
