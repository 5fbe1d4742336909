import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import type { Member } from "../domain/member.ts";
import { accountColumns } from "./account-store.ts";

/** How long a session lasts, regardless of its use. */
export const sessionSeconds = 12 * 3600;

/** Characters of a browser's name that are kept. */
const longestBrowser = 200;

export interface SessionOwner {
  readonly accountId: string;
  readonly memberId: string;
}

/**
 * Starts a session and returns its id: 256 random bits. Only the browser gets it; the database has its hash. `browser`
 * is its User-Agent.
 */
export async function beginSession(
  queries: Queries,
  { accountId, memberId }: SessionOwner,
  browser = "",
  now = new Date(),
): Promise<string> {
  const sessionId = randomBytes(32).toString("base64url");
  await queries.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await queries
    .insertInto("sessions")
    .values({
      session_hash: hashToken(sessionId),
      account_id: accountId,
      member_id: memberId,
      browser: browser.slice(0, longestBrowser),
      created_at: now,
      expires_at: new Date(now.getTime() + sessionSeconds * 1000),
    })
    .execute();
  return sessionId;
}

/** The account and the member of a session; undefined if it has ended or never existed. */
export async function findSession(
  queries: Queries,
  sessionId: string,
  now = new Date(),
): Promise<{ readonly account: Account; readonly member: Member } | undefined> {
  const row = await queries
    .selectFrom("sessions")
    .innerJoin("members", "members.member_id", "sessions.member_id")
    .innerJoin("accounts", "accounts.account_id", "members.account_id")
    .select(accountColumns)
    .select(["members.member_id", "members.email as member_email", "members.role", "members.is_operator"])
    .where("sessions.session_hash", "=", hashToken(sessionId))
    .where("sessions.expires_at", ">", now)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
  if (!row) return undefined;
  const { member_id: memberId, member_email: email, role, is_operator: isOperator, ...account } = row;
  return { account, member: { memberId, email, role, isOperator } };
}

export async function endSession(queries: Queries, sessionId: string): Promise<void> {
  await queries.deleteFrom("sessions").where("session_hash", "=", hashToken(sessionId)).execute();
}

export interface OpenSession {
  /** The hash of its id, from which nothing can be derived. */
  readonly key: string;
  readonly browser: string;
  readonly beganAt: Date;
  readonly endsAt: Date;
  /** Whether it is the one of `sessionId`. */
  readonly isThis: boolean;
}

/** Sessions on one page; more than that are not shown. */
const shownSessions = 50;

/** The member's sessions, the newest first. */
export async function listSessions(
  queries: Queries,
  memberId: string,
  sessionId: string,
  now = new Date(),
): Promise<readonly OpenSession[]> {
  const rows = await queries
    .selectFrom("sessions")
    .select(["session_hash", "browser", "created_at", "expires_at"])
    .where("member_id", "=", memberId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(shownSessions)
    .execute();
  const own = hashToken(sessionId);
  return rows.map(({ session_hash: key, browser, created_at: beganAt, expires_at: endsAt }) => ({
    ...{ key, browser, beganAt, endsAt },
    isThis: key === own,
  }));
}

/** Ends one of the member's sessions, or with `key` undefined all except that of `sessionId`. */
export async function endSessionsOf(
  queries: Queries,
  memberId: string,
  { key, sessionId }: { readonly key: string | undefined; readonly sessionId: string },
): Promise<void> {
  const own = queries.deleteFrom("sessions").where("member_id", "=", memberId);
  const ended =
    key === undefined ? own.where("session_hash", "<>", hashToken(sessionId)) : own.where("session_hash", "=", key);
  await ended.execute();
}
