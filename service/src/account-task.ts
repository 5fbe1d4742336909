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
  findAccountId,
  listAccounts,
  listActions,
  recordAction,
  setPassword,
} from "./store/account-store.ts";
import { invitationDays, invite } from "./store/invitations.ts";

/** An action on an existing account that needs only its e-mail address. */
export const plainActions = ["set-password", "suspend", "resume", "delete", "erase"] as const;

/**
 * An action on accounts from the command line, as plain data: it can be sent to a running service through its socket.
 */
export type AccountTask =
  | { readonly action: "list" }
  | { readonly action: "log"; readonly email?: string }
  | { readonly action: (typeof plainActions)[number]; readonly email: string }
  | { readonly action: "set-tier"; readonly email: string; readonly tier: Tier }
  | { readonly action: "add" | "invite"; readonly email: string; readonly tier?: Tier; readonly apiVersion?: string };

interface TaskPlace {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly storage: Storage;
  /** Address under which clients reach the service. */
  readonly publicUrl: () => string;
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
      return renewPassword(database, task.email);
    case "set-tier":
      return change(database, task.email, (transaction, account) => setTier(transaction, account, task.tier));
    case "suspend":
      return change(database, task.email, suspendAccount);
    case "resume":
      return change(database, task.email, resumeAccount);
    case "delete":
      return removeAccount(place, task.email);
    case "erase":
      return eraseAccount(place, task.email);
  }
}

type NewAccountTask = AccountTask & { readonly action: "add" | "invite" };

async function addAccount({ database, secrets }: TaskPlace, { action: _, ...given }: NewAccountTask): Promise<string> {
  const { email } = given;
  await requireNew(database, email);
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { ...given, password });
  return `Account ${email}\nAPI key: ${apiKey}\nPassword: ${password}\n`;
}

async function inviteAccount(
  { database, publicUrl }: TaskPlace,
  { email, tier = "standard", apiVersion = null }: Omit<NewAccountTask, "apiVersion"> & { apiVersion?: string | null },
): Promise<string> {
  await requireNew(database, email);
  const token = await database.transact((transaction) => invite(transaction, { email, tier, api_version: apiVersion }));
  return `Invitation of ${email}, for ${invitationDays} days: ${publicUrl()}/sign-up?token=${token}\n`;
}

async function requireNew({ queries }: Database, email: string): Promise<void> {
  if (await findAccountId(queries, email))
    throw new ConfigError(`account: ${email} exists already; set-password gives it a new password`);
}

async function requireKnown({ queries }: Database, email: string): Promise<KnownAccount> {
  const accountId = await findAccountId(queries, email);
  if (accountId !== undefined) return { accountId, email };
  throw new ConfigError(`account: ${email} does not exist; account list shows those that do`);
}

async function change(
  database: Database,
  email: string,
  work: (transaction: Queries, account: KnownAccount) => Promise<void>,
): Promise<string> {
  const account = await requireKnown(database, email);
  await requireKept(database, account);
  await database.transact((transaction) => work(transaction, account));
  return `Account ${email}\n`;
}

/** Throws if the account was deleted: it can only be erased. */
async function requireKept({ queries }: Database, { email }: KnownAccount): Promise<void> {
  const account = (await listAccounts(queries)).find((one) => one.email === email);
  if (account?.state === "deleted")
    throw new ConfigError(`account: ${email} was deleted; erase removes the rest of it`);
}

async function renewPassword(database: Database, email: string): Promise<string> {
  const password = randomPassword();
  const printed = await change(database, email, async (transaction, account) => {
    await setPassword(transaction, account.accountId, password);
    await recordAction(transaction, { ...account, action: "set-password" });
  });
  return `${printed}Password: ${password}\n`;
}

async function removeAccount({ database, storage }: TaskPlace, email: string): Promise<string> {
  const printed = await change(database, email, deleteAccount);
  const { accountId } = await requireKnown(database, email);
  for (const key of await keysOfAccount(database.queries, accountId)) await storage.remove(key);
  return printed;
}

/** Deletes the account if needed, removes every row and file, and then searches database and storage for remains. */
async function eraseAccount(place: TaskPlace, email: string): Promise<string> {
  const { database, storage } = place;
  const account = await requireKnown(database, email);
  // Nothing is added from here on: the key is gone, and running jobs find their rows marked as deleted.
  await database.transact((transaction) => deleteAccount(transaction, account));
  const keys = await keysOfAccount(database.queries, account.accountId);
  for (const key of keys) await storage.remove(key);
  await database.transact((transaction) => eraseRows(transaction, account));
  const left = await findLeftovers(database.queries, storage, account, keys);
  if (left.length > 0) throw new Error(`account: data of ${email} remains: ${left.join(", ")}; erase it again`);
  return `Erased ${email}: ${keys.length} files and every row; a search found nothing left\n`;
}

async function describeAccounts({ queries }: Database): Promise<string> {
  const lines = (await listAccounts(queries)).map(({ email, tier, state, created_at, password_hash }) =>
    [
      ...[email, tier, created_at.toISOString().slice(0, 10)],
      ...(state === "active" ? [] : [state]),
      ...(password_hash === null ? ["no password"] : []),
    ].join("  "),
  );
  return lines.map((line) => `${line}\n`).join("");
}

async function describeActions({ queries }: Database, email: string | undefined): Promise<string> {
  const lines = (await listActions(queries, email)).map(({ done_at, action, email: whose, detail }) =>
    [done_at.toISOString(), action, whose, ...(detail === null ? [] : [detail])].join("  "),
  );
  return lines.map((line) => `${line}\n`).join("");
}
