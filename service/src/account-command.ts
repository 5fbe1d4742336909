import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createAccount, type NewAccount } from "./accounts/accounts.ts";
import { newestApiVersion } from "./accounts/api-version.ts";
import { randomPassword, setPassword } from "./accounts/passwords.ts";
import { loadSecrets } from "./accounts/secrets.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { type Database, openDatabase } from "./database/database.ts";

export const describeAccountCommand = `Accounts:
  lightwell-service account add EMAIL [--tier TEXT] [--api-version DATE]
                                                       Make an account; prints its API key and its password
  lightwell-service account set-password EMAIL         Make a new password and print it; ends the account's sessions
  lightwell-service account list                       List the accounts

They take the flags above that say where the database is. Stop the service first where its database is the embedded one.
`;

/** `lightwell-service account …`; what it prints. Throws `ConfigError`. */
export async function runAccountCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [action, ...rest] = args;
  if (action === undefined || args.includes("--help") || args.includes("-h")) return describeAccountCommand;
  const { email, tier, apiVersion, flags } = readArguments(rest);
  if (action !== "add" && apiVersion !== undefined) throw new ConfigError(`account ${action}: takes no --api-version`);
  const config = readConfig(flags, environment);
  if (!config) return describeAccountCommand;
  switch (action) {
    case "list":
      if (email !== undefined || tier !== undefined) throw new ConfigError("account list: takes no e-mail address");
      return withDatabase(config, listAccounts);
    case "add": {
      const name = requireEmail(email);
      const given = {
        email: name,
        ...(tier === undefined ? {} : { tier }),
        ...(apiVersion === undefined ? {} : { apiVersion: checkVersion(apiVersion) }),
      };
      return withDatabase(config, (database) => addAccount(database, config, given));
    }
    case "set-password": {
      if (tier !== undefined) throw new ConfigError("account set-password: takes no --tier");
      const name = requireEmail(email);
      return withDatabase(config, (database) => renewPassword(database, name));
    }
    default:
      throw new ConfigError(`account: expected add, set-password or list, got ${action}`);
  }
}

/** What belongs to this command, apart from the flags of the service. */
function readArguments(args: readonly string[]) {
  const flags = [...args];
  const email = flags.length > 0 && !flags[0].startsWith("-") ? flags.shift()?.trim().toLowerCase() : undefined;
  return { email, tier: takeFlag(flags, "--tier"), apiVersion: takeFlag(flags, "--api-version"), flags };
}

/** The value of `name`, which is taken out of `flags`; undefined where it is not among them. */
function takeFlag(flags: string[], name: string): string | undefined {
  const at = flags.findIndex((flag) => flag === name || flag.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const [flag] = flags.splice(at, 1);
  const value = flag === name ? flags.splice(at, 1).at(0) : flag.slice(name.length + 1);
  if (!value || value.startsWith("-")) throw new ConfigError(`${name}: expected a value after it, got none`);
  return value;
}

function checkVersion(version: string): string {
  const date = new Date(version);
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(date.getTime())) return version;
  throw new ConfigError(`--api-version: expected a date as ${newestApiVersion}, got ${version}`);
}

function requireEmail(email: string | undefined): string {
  if (email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 320) return email;
  throw new ConfigError(`account: expected an e-mail address, got ${email ?? "none"}`);
}

async function withDatabase(config: Config, act: (database: Database) => Promise<string>): Promise<string> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const place = {
    folder: join(config.dataDir, "database"),
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
  };
  const database = await openDatabase(place);
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

async function addAccount(database: Database, { dataDir }: Config, given: NewAccount): Promise<string> {
  const { email } = given;
  const secrets = await loadSecrets(database.queries, dataDir);
  if (await findId(database, email))
    throw new ConfigError(`account: ${email} exists already; set-password gives it a new password`);
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { ...given, password });
  return `Account ${email}\nAPI key: ${apiKey}\nPassword: ${password}\n`;
}

async function renewPassword(database: Database, email: string): Promise<string> {
  const accountId = await findId(database, email);
  if (accountId === undefined)
    throw new ConfigError(`account: ${email} does not exist; account list shows those that do`);
  const password = randomPassword();
  await database.transact((transaction) => setPassword(transaction, accountId, password));
  return `Account ${email}\nPassword: ${password}\n`;
}

async function listAccounts({ queries }: Database): Promise<string> {
  const rows = await queries
    .selectFrom("accounts")
    .select(["email", "tier", "created_at", "password_hash"])
    .orderBy("created_at")
    .execute();
  const lines = rows.map(({ email, tier, created_at, password_hash }) =>
    [email, tier, created_at.toISOString().slice(0, 10), password_hash === null ? "no password" : ""]
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}

async function findId({ queries }: Database, email: string): Promise<string | undefined> {
  const row = await queries.selectFrom("accounts").select("account_id").where("email", "=", email).executeTakeFirst();
  return row?.account_id;
}
