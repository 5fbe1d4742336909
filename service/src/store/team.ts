import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import { type Member, type MemberRole, mailboxOf } from "../domain/member.ts";
import type { KnownAccount } from "./account-states.ts";
import { recordAction } from "./account-store.ts";
import { insertMember, isEmailTaken } from "./member-store.ts";
import { countTry, type Tried } from "./tries.ts";

/** How long an invitation to a team is valid, in days. */
export const joinDays = 7;

/** Members and open invitations of one account. */
export const maxMembers = 100;

/** Invitations by e-mail within 15 minutes: to one person by anyone, and by one account to anyone. */
const maxInvitationsPerName = 3;
const maxInvitationsPerAccount = 20;

export interface MemberInvitation {
  readonly email: string;
  readonly role: MemberRole;
  readonly expiresAt: Date;
}

/** What stopped a change of the team; undefined: it was made. */
export type TeamRefusal = "missing" | "last-owner" | "full" | "member";

/** Changes of one team wait for each other, so that two owners cannot remove each other at the same time. */
async function lockTeam(transaction: Queries, { accountId }: KnownAccount): Promise<void> {
  await transaction
    .selectFrom("accounts")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** The open invitations of an account, by e-mail address. */
export async function listMemberInvitations(
  queries: Queries,
  accountId: string,
  now = new Date(),
): Promise<readonly MemberInvitation[]> {
  return queries
    .selectFrom("member_invitations")
    .select(["email", "role", "expires_at as expiresAt"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .orderBy("email")
    .execute();
}

/**
 * Counts an invitation by e-mail; `retrySeconds` says how long to wait if there were too many to the person or by the
 * account.
 */
export function countInvitation(queries: Queries, accountId: string, email: string, now = new Date()): Promise<Tried> {
  const limits = [
    { subject: hashToken(`invitation ${mailboxOf(email)}`), most: maxInvitationsPerName },
    { subject: hashToken(`invitations of ${accountId}`), most: maxInvitationsPerAccount },
  ];
  return countTry(queries, limits, now);
}

/** Invites a person and returns the token; an earlier invitation of the account to the same person becomes invalid. */
export async function inviteMember(
  transaction: Queries,
  account: KnownAccount,
  { email, role }: { readonly email: string; readonly role: MemberRole },
  now = new Date(),
): Promise<{ readonly token: string } | { readonly refused: TeamRefusal }> {
  const { accountId } = account;
  await lockTeam(transaction, account);
  const own = await transaction.selectFrom("members").select("email").where("account_id", "=", accountId).execute();
  if (own.some((member) => member.email === email)) return { refused: "member" };
  await transaction
    .deleteFrom("member_invitations")
    .where("account_id", "=", accountId)
    .where((row) => row.or([row("email", "=", email), row("expires_at", "<=", now)]))
    .execute();
  const { count } = await transaction
    .selectFrom("member_invitations")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (own.length + Number(count) >= maxMembers) return { refused: "full" };
  const token = randomBytes(32).toString("base64url");
  await transaction
    .insertInto("member_invitations")
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      ...{ email, role },
      expires_at: new Date(now.getTime() + joinDays * 86_400_000),
    })
    .execute();
  await recordAction(transaction, { ...account, action: "member-invite", detail: role, memberEmail: email });
  return { token };
}

export async function withdrawInvitation(
  transaction: Queries,
  account: KnownAccount,
  email: string,
): Promise<TeamRefusal | undefined> {
  const { numDeletedRows } = await transaction
    .deleteFrom("member_invitations")
    .where("account_id", "=", account.accountId)
    .where("email", "=", email)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return "missing";
  await recordAction(transaction, { ...account, action: "member-withdraw", memberEmail: email });
  return undefined;
}

/** Whom a token invites, and to which account; undefined if it is unknown, used or expired. */
export async function findMemberInvitation(queries: Queries, token: string, now = new Date()) {
  return queries
    .selectFrom("member_invitations")
    .innerJoin("accounts", "accounts.account_id", "member_invitations.account_id")
    .select([
      "accounts.account_id as accountId",
      "accounts.email as account",
      "member_invitations.email",
      "member_invitations.role",
    ])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
}

/**
 * Uses an invitation: adds the member and returns its session's owner. Undefined if it cannot be used any more or the
 * e-mail address has an account. Only one of two simultaneous requests succeeds.
 */
export async function joinTeam(
  transaction: Queries,
  token: string,
  password_hash: string | null,
): Promise<{ readonly accountId: string; readonly memberId: string } | undefined> {
  const found = await findMemberInvitation(transaction, token);
  if (!found) return undefined;
  const { accountId, account, email, role } = found;
  await lockTeam(transaction, { accountId, email: account });
  const { numDeletedRows } = await transaction
    .deleteFrom("member_invitations")
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return undefined;
  if (email === account ? await isMember(transaction, email) : await isEmailTaken(transaction, email)) return undefined;
  const memberId = await insertMember(transaction, { accountId, email, role, password_hash });
  const record = { accountId, email: account, actor: email, memberEmail: email };
  await recordAction(transaction, { ...record, action: "member-join", detail: role });
  return { accountId, memberId };
}

async function isMember(queries: Queries, email: string): Promise<boolean> {
  const row = await queries.selectFrom("members").select("member_id").where("email", "=", email).executeTakeFirst();
  return row !== undefined;
}

/** Gives a member another role; the last owner stays one. */
export async function changeRole(
  transaction: Queries,
  account: KnownAccount,
  { memberId, role }: { readonly memberId: string; readonly role: MemberRole },
): Promise<TeamRefusal | undefined> {
  const member = await findChangeable(transaction, account, memberId, role === "owner");
  if (typeof member === "string") return member;
  await transaction.updateTable("members").set({ role }).where("member_id", "=", memberId).execute();
  await recordAction(transaction, { ...account, action: "member-role", detail: role, memberEmail: member.email });
  return undefined;
}

/** Removes a member with the sessions and links; the last owner stays. */
export async function removeMember(
  transaction: Queries,
  account: KnownAccount,
  memberId: string,
): Promise<TeamRefusal | undefined> {
  const member = await findChangeable(transaction, account, memberId, false);
  if (typeof member === "string") return member;
  await transaction.deleteFrom("members").where("member_id", "=", memberId).execute();
  await recordAction(transaction, { ...account, action: "member-remove", memberEmail: member.email });
  return undefined;
}

/** The member of this account, unless the change would leave it without an owner. */
async function findChangeable(
  transaction: Queries,
  account: KnownAccount,
  memberId: string,
  staysOwner: boolean,
): Promise<Pick<Member, "email"> | TeamRefusal> {
  await lockTeam(transaction, account);
  const members = await transaction
    .selectFrom("members")
    .select(["member_id", "email", "role"])
    .where("account_id", "=", account.accountId)
    .execute();
  const member = members.find(({ member_id }) => member_id === memberId);
  if (!member) return "missing";
  const otherOwner = members.some(({ member_id, role }) => role === "owner" && member_id !== memberId);
  return member.role === "owner" && !staysOwner && !otherOwner ? "last-owner" : member;
}
