import type { ColumnType, Generated } from "kysely";
import type { Tier } from "../domain/account.ts";
import type { MemberRole } from "../domain/member.ts";

type Time = ColumnType<Date, Date, Date>;

/** People who sign in, each to one account. */
export interface MembersTable {
  member_id: string;
  account_id: string;
  /** In lower case; the name for signing in. */
  email: string;
  /** scrypt; null: only by a link. */
  password_hash: string | null;
  role: MemberRole;
  /** Whether the pages of the operator are open to this person. */
  is_operator: Generated<boolean>;
  created_at: Time;
}

/** People who may become members of an account. */
export interface MemberInvitationsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  account_id: string;
  email: string;
  role: MemberRole;
  expires_at: Time;
}

/** Links that sign a member in once. */
export interface SignInLinksTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  member_id: string;
  expires_at: Time;
}

/** E-mails that wait to be sent. */
export interface MailsTable {
  mail_id: string;
  /** The content, sealed under the service's secret. */
  sealed: string;
  /** Afterwards it is dropped. */
  expires_at: Time;
}

export interface SessionsTable {
  /** SHA-256 of the session's id, hex. */
  session_hash: string;
  account_id: string;
  member_id: string;
  /** What the browser called itself when it signed in, at most 200 characters. */
  browser: string;
  created_at: Time;
  expires_at: Time;
}

/** Sign-ins that failed a short while ago. */
export interface SignInTriesTable {
  try_id: Generated<number>;
  /** Hash of an account's name or of a client's address. */
  subject: string;
  tried_at: Time;
}

/** Accounts that the holder of a token may create. */
export interface InvitationsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  email: string;
  tier: Tier;
  /** Null: the newest. */
  api_version: string | null;
  expires_at: Time;
}
