import { randomPassword } from "./accounts/passwords.ts";
import type { Secrets } from "./accounts/secrets.ts";
import { ConfigError } from "./config/config.ts";
import type { Database, Queries } from "./database/database.ts";
import type { Tier } from "./domain/account.ts";
import type { Storage } from "./storage/storage.ts";
import {
  deleteAccount,
  eraseRows,
  findLeftovers,
  type KnownAccount,
  keysOfAccount,
  resumeAccount,
  setTier,
  suspendAccount,
} from "./store/account-states.ts";
import {
  createAccount,
  findAccount,
  findAccountId,
  listAccounts,
  listActions,
  recordAction,
} from "./store/account-store.ts";
import { invitationDays, invite } from "./store/invitations.ts";
import { removeMailsOf } from "./store/mails.ts";
import {
  type AccountMember,
  findMemberByEmail,
  isEmailTaken,
  listMembers,
  setOperator,
  setPassword,
} from "./store/member-store.ts";
import { linkMinutes, makeSignInLink } from "./store/sign-in-links.ts";

/** An action on an existing account, or on a member of one, that needs only the e-mail address. */
export const plainActions = ["set-password", "link", "suspend", "resume", "delete", "erase"] as const;

/** An action on accounts, as plain data: a command can send it to a running service through its socket. */
export type AccountTask =
  | { readonly action: "list" }
  | { readonly action: "log"; readonly email?: string }
  | { readonly action: (typeof plainActions)[number]; readonly email: string }
  | { readonly action: "set-tier"; readonly email: string; readonly tier: Tier }
  | { readonly action: "operator"; readonly email: string; readonly isOperator: boolean }
  | { readonly action: "add" | "invite"; readonly email: string; readonly tier?: Tier; readonly apiVersion?: string };

interface TaskPlace {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly storage: Storage;
  /** Address under which clients reach the service. */
  readonly publicUrl: () => string;
  /** The operator who acts, for the record; absent: a command on the machine. */
  readonly actor?: string | null;
}

/** Runs the task and returns the text to print. Throws `ConfigError`. */
export async function performAccountTask(task: AccountTask, place: TaskPlace): Promise<string> {
  const { database } = place;
  switch (task.action) {
    case "list":
      return describeAccounts(database);
    case "log":
      return describeActions(database, task.email);
    case "add":
      return addAccount(place, task);
    case "invite":
      return inviteAccount(place, task);
    case "set-password":
      return renewPassword(place, task.email);
    case "link":
      return makeLink(place, task.email);
    case "operator":
      return changeOperator(place, task);
    case "set-tier":
      return change(place, task.email, (transaction, account) => setTier(transaction, account, task.tier));
    case "suspend":
      return change(place, task.email, suspendAccount);
    case "resume":
      return change(place, task.email, resumeAccount);
    case "delete":
      return removeAccount(place, task.email);
    case "erase":
      return eraseAccount(place, task.email);
  }
}

type NewAccountTask = AccountTask & { readonly action: "add" | "invite" };

async function addAccount(
  { database, secrets, actor = null }: TaskPlace,
  { action: _, ...given }: NewAccountTask,
): Promise<string> {
  const { email } = given;
  await requireNew(database, email);
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { ...given, password, actor });
  return `Account ${email}\nAPI key: ${apiKey}\nPassword: ${password}\n`;
}

async function inviteAccount(
  { database, publicUrl, actor = null }: TaskPlace,
  { email, tier = "standard", apiVersion = null }: Omit<NewAccountTask, "apiVersion"> & { apiVersion?: string | null },
): Promise<string> {
  await requireNew(database, email);
  const token = await database.transact((transaction) =>
    invite(transaction, { email, tier, api_version: apiVersion, actor }),
  );
  return `Invitation of ${email}, for ${invitationDays} days: ${publicUrl()}/sign-up?token=${token}\n`;
}

async function requireNew({ queries }: Database, email: string): Promise<void> {
  if (await isEmailTaken(queries, email))
    throw new ConfigError(`account: ${email} exists already; set-password gives it a new password`);
}

async function requireKnown({ database, actor = null }: TaskPlace, email: string): Promise<KnownAccount> {
  const accountId = await findAccountId(database.queries, email);
  if (accountId !== undefined) return { accountId, email, actor };
  throw new ConfigError(`account: ${email} does not exist; account list shows those that do`);
}

async function requireMember({ database }: TaskPlace, email: string): Promise<AccountMember> {
  const member = await findMemberByEmail(database.queries, email);
  if (member) return member;
  throw new ConfigError(`account: ${email} does not exist as a member who can sign in; invite makes an account`);
}

async function change(
  place: TaskPlace,
  email: string,
  work: (transaction: Queries, account: KnownAccount) => Promise<void>,
): Promise<string> {
  const account = await requireKnown(place, email);
  await requireKept(place.database, account);
  await place.database.transact((transaction) => work(transaction, account));
  return `Account ${email}\n`;
}

/** Throws if the account was deleted: it can only be erased. */
async function requireKept({ queries }: Database, { email }: KnownAccount): Promise<void> {
  const account = (await listAccounts(queries)).find((one) => one.email === email);
  if (account?.state === "deleted")
    throw new ConfigError(`account: ${email} was deleted; erase removes the rest of it`);
}

async function renewPassword(place: TaskPlace, email: string): Promise<string> {
  const member = await requireMember(place, email);
  const password = randomPassword();
  await place.database.transact(async (transaction) => {
    await setPassword(transaction, member.memberId, password);
    await recordMember(transaction, place, member, { action: "set-password" });
  });
  return `Account ${email}\nPassword: ${password}\n`;
}

async function makeLink(place: TaskPlace, email: string): Promise<string> {
  const member = await requireMember(place, email);
  const token = await place.database.transact(async (transaction) => {
    await recordMember(transaction, place, member, { action: "link" });
    return makeSignInLink(transaction, member.memberId);
  });
  return `Sign-in link of ${email}, for ${linkMinutes} minutes: ${place.publicUrl()}/sign-in/link?token=${token}\n`;
}

async function changeOperator(
  place: TaskPlace,
  { email, isOperator }: { readonly email: string; readonly isOperator: boolean },
): Promise<string> {
  const member = await requireMember(place, email);
  await place.database.transact(async (transaction) => {
    await setOperator(transaction, member.memberId, isOperator);
    await recordMember(transaction, place, member, { action: "operator", detail: isOperator ? "on" : "off" });
  });
  return `${email} ${isOperator ? "may" : "may not"} open /admin\n`;
}

/** Records an action on a member, under the e-mail address of the account. */
async function recordMember(
  transaction: Queries,
  { actor = null }: TaskPlace,
  { accountId, email: memberEmail }: AccountMember,
  given: { readonly action: string; readonly detail?: string },
): Promise<void> {
  const account = await findAccount(transaction, accountId);
  await recordAction(transaction, { accountId, email: account?.email ?? memberEmail, memberEmail, actor, ...given });
}

/** Deletes the account, and the e-mails that wait for its members. */
async function hideAccount({ secrets }: TaskPlace, transaction: Queries, account: KnownAccount): Promise<void> {
  const members = await listMembers(transaction, account.accountId);
  await deleteAccount(transaction, account);
  await removeMailsOf(transaction, secrets, [account.email, ...members.map(({ email }) => email)]);
}

async function removeAccount(place: TaskPlace, email: string): Promise<string> {
  const printed = await change(place, email, (transaction, account) => hideAccount(place, transaction, account));
  const { accountId } = await requireKnown(place, email);
  for (const key of await keysOfAccount(place.database.queries, accountId)) await place.storage.remove(key);
  return printed;
}

/** Deletes the account if needed, removes every row and file, and then searches database and storage for remains. */
async function eraseAccount(place: TaskPlace, email: string): Promise<string> {
  const { database, storage } = place;
  const account = await requireKnown(place, email);
  // Nothing is added from here on: the key is gone, and running jobs find their rows marked as deleted.
  await database.transact((transaction) => hideAccount(place, transaction, account));
  const keys = await keysOfAccount(database.queries, account.accountId);
  for (const key of keys) await storage.remove(key);
  await database.transact((transaction) => eraseRows(transaction, account));
  const left = await findLeftovers(database.queries, storage, account, keys);
  if (left.length > 0) throw new Error(`account: data of ${email} remains: ${left.join(", ")}; erase it again`);
  return `Erased ${email}: ${keys.length} files and every row; a search found nothing left\n`;
}

async function describeAccounts({ queries }: Database): Promise<string> {
  const lines = (await listAccounts(queries)).map(({ email, tier, state, created_at, hasPassword }) =>
    [
      ...[email, tier, created_at.toISOString().slice(0, 10)],
      ...(state === "active" ? [] : [state]),
      ...(hasPassword ? [] : ["no password"]),
    ].join("  "),
  );
  return lines.map((line) => `${line}\n`).join("");
}

async function describeActions({ queries }: Database, email: string | undefined): Promise<string> {
  const lines = (await listActions(queries, email)).map(
    ({ done_at, action, email: whose, member_email, detail, actor }) =>
      [
        ...[done_at.toISOString(), action, whose],
        ...(member_email === null || member_email === whose ? [] : [member_email]),
        ...(detail === null ? [] : [detail]),
        ...(actor === null ? [] : [`by ${actor}`]),
      ].join("  "),
  );
  return lines.map((line) => `${line}\n`).join("");
}
