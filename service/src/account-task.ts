import { randomPassword } from "./accounts/passwords.ts";
import type { Secrets } from "./accounts/secrets.ts";
import { ConfigError } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import { createAccount, findAccountId, listAccounts, setPassword } from "./store/account-store.ts";

/** What is done with accounts on the machine, as plain data: a running service is asked for it through its socket. */
export type AccountTask =
  | { readonly action: "list" }
  | { readonly action: "set-password"; readonly email: string }
  | { readonly action: "add"; readonly email: string; readonly tier?: string; readonly apiVersion?: string };

interface Place {
  readonly database: Database;
  readonly secrets: Secrets;
}

/** What it prints. Throws `ConfigError`. */
export async function performAccountTask(task: AccountTask, place: Place): Promise<string> {
  switch (task.action) {
    case "list":
      return describeAccounts(place.database);
    case "add":
      return addAccount(place, task);
    case "set-password":
      return renewPassword(place.database, task.email);
  }
}

async function addAccount(
  { database, secrets }: Place,
  { action: _, ...given }: AccountTask & { action: "add" },
): Promise<string> {
  const { email } = given;
  if (await findAccountId(database.queries, email))
    throw new ConfigError(`account: ${email} exists already; set-password gives it a new password`);
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { ...given, password });
  return `Account ${email}\nAPI key: ${apiKey}\nPassword: ${password}\n`;
}

async function renewPassword(database: Database, email: string): Promise<string> {
  const accountId = await findAccountId(database.queries, email);
  if (accountId === undefined)
    throw new ConfigError(`account: ${email} does not exist; account list shows those that do`);
  const password = randomPassword();
  await database.transact((transaction) => setPassword(transaction, accountId, password));
  return `Account ${email}\nPassword: ${password}\n`;
}

async function describeAccounts({ queries }: Database): Promise<string> {
  const lines = (await listAccounts(queries)).map(({ email, tier, created_at, password_hash }) =>
    [email, tier, created_at.toISOString().slice(0, 10), password_hash === null ? "no password" : ""]
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}
