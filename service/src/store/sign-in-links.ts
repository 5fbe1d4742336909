import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import type { SessionOwner } from "./session-store.ts";

/** How long a sign-in link is valid, in minutes. */
export const linkMinutes = 15;

/** Makes a link's token: 256 random bits, of which the database has the hash. */
export async function makeSignInLink(queries: Queries, memberId: string, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await queries.deleteFrom("sign_in_links").where("expires_at", "<=", now).execute();
  await queries
    .insertInto("sign_in_links")
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      expires_at: new Date(now.getTime() + linkMinutes * 60_000),
    })
    .execute();
  return token;
}

/** The e-mail address that a link signs in; undefined if the link is unknown, used or expired. */
export async function findSignInLink(queries: Queries, token: string, now = new Date()): Promise<string | undefined> {
  const row = await queries
    .selectFrom("sign_in_links")
    .innerJoin("members", "members.member_id", "sign_in_links.member_id")
    .innerJoin("accounts", "accounts.account_id", "members.account_id")
    .select("members.email")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
  return row?.email;
}

/** Uses a link; only one of two simultaneous requests succeeds. */
export async function takeSignInLink(
  transaction: Queries,
  token: string,
  now = new Date(),
): Promise<SessionOwner | undefined> {
  const taken = await transaction
    .deleteFrom("sign_in_links")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returning("member_id")
    .executeTakeFirst();
  if (!taken) return undefined;
  return transaction
    .selectFrom("members")
    .innerJoin("accounts", "accounts.account_id", "members.account_id")
    .select(["members.member_id as memberId", "members.account_id as accountId"])
    .where("members.member_id", "=", taken.member_id)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
}
