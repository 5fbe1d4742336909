import { randomUUID } from "node:crypto";
import { hashPassword } from "../accounts/passwords.ts";
import type { Queries } from "../database/database.ts";
import type { Member, MemberRole } from "../domain/member.ts";

export const memberColumns = [
  "members.member_id as memberId",
  "members.email",
  "members.role",
  "members.is_operator as isOperator",
] as const;

/** A member with the account that the person belongs to. */
export interface AccountMember extends Member {
  readonly accountId: string;
}

/** Adds a member and returns its id. The e-mail address must be free. */
export async function insertMember(
  transaction: Queries,
  member: {
    readonly accountId: string;
    readonly email: string;
    readonly role: MemberRole;
    readonly password_hash: string | null;
  },
): Promise<string> {
  const memberId = randomUUID();
  const { accountId, email, role, password_hash } = member;
  await transaction
    .insertInto("members")
    .values({ member_id: memberId, account_id: accountId, email, role, password_hash, created_at: new Date() })
    .execute();
  return memberId;
}

/** Whether an account or a member of one has the e-mail address. */
export async function isEmailTaken(queries: Queries, email: string): Promise<boolean> {
  const account = await queries
    .selectFrom("accounts")
    .select("account_id")
    .where("email", "=", email)
    .executeTakeFirst();
  return account !== undefined || (await findMemberByEmail(queries, email)) !== undefined;
}

export async function findMemberByEmail(queries: Queries, email: string): Promise<AccountMember | undefined> {
  return queries
    .selectFrom("members")
    .select([...memberColumns, "members.account_id as accountId"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** A member of this account; undefined if the id is another account's. */
export async function findMember(queries: Queries, accountId: string, memberId: string): Promise<Member | undefined> {
  return queries
    .selectFrom("members")
    .select(memberColumns)
    .where("account_id", "=", accountId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

/** The members of an account, the oldest first. */
export async function listMembers(
  queries: Queries,
  accountId: string,
): Promise<readonly (Member & { readonly createdAt: Date; readonly hasPassword: boolean })[]> {
  return queries
    .selectFrom("members")
    .select([...memberColumns, "members.created_at as createdAt"])
    .select((row) => row("password_hash", "is not", null).$castTo<boolean>().as("hasPassword"))
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("member_id")
    .execute();
}

export async function hasPassword(queries: Queries, memberId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("members")
    .select("password_hash")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row?.password_hash != null;
}

/** Stores a new password and ends every session and link of the member. */
export async function setPassword(transaction: Queries, memberId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await transaction.updateTable("members").set({ password_hash }).where("member_id", "=", memberId).execute();
  for (const table of ["sessions", "sign_in_links"] as const)
    await transaction.deleteFrom(table).where("member_id", "=", memberId).execute();
}

export async function setOperator(transaction: Queries, memberId: string, isOperator: boolean): Promise<void> {
  await transaction.updateTable("members").set({ is_operator: isOperator }).where("member_id", "=", memberId).execute();
}

/** The member with the e-mail address, if the account is active. */
export async function findActiveMember(queries: Queries, email: string): Promise<AccountMember | undefined> {
  return queries
    .selectFrom("members")
    .innerJoin("accounts", "accounts.account_id", "members.account_id")
    .select([...memberColumns, "members.account_id as accountId"])
    .where("members.email", "=", email)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
}
