import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type AccountTask, performAccountTask, plainActions } from "./account-task.ts";
import { newestApiVersion } from "./accounts/api-version.ts";
import { describeAccountCommand, takeFlag } from "./command-help.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { askService } from "./control.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { FolderInUse } from "./database/locks.ts";
import { findTier, type Tier, tiers } from "./domain/account.ts";
import { readEmail } from "./domain/member.ts";
import { openStorage } from "./storage/open-storage.ts";
import { loadCheckedSecrets } from "./store/load-secrets.ts";

/** Runs `lightwell-service account …` and returns the text to print. Throws `ConfigError`. */
export async function runAccountCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [action, ...rest] = args;
  if (action === undefined || args.includes("--help") || args.includes("-h")) return describeAccountCommand;
  const { email, state, tier, apiVersion, flags } = readArguments(rest);
  const isNew = action === "add" || action === "invite";
  if (!isNew && apiVersion !== undefined) throw new ConfigError(`account ${action}: takes no --api-version`);
  if (!isNew && action !== "set-tier" && tier !== undefined) {
    throw new ConfigError(`account ${action}: takes no --tier`);
  }
  if (action !== "operator" && state !== undefined) throw new ConfigError(`account ${action}: takes no ${state}`);
  const config = readConfig(flags, environment);
  if (!config) return describeAccountCommand;
  if (isNew) {
    return perform(config, {
      ...{ action, email: requireEmail(email) },
      ...(tier === undefined ? {} : { tier: checkTier(tier) }),
      ...(apiVersion === undefined ? {} : { apiVersion: checkVersion(apiVersion) }),
    });
  }
  if (action === "list") {
    if (email !== undefined) throw new ConfigError("account list: takes no e-mail address");
    return perform(config, { action });
  }
  if (action === "log") return perform(config, { action, ...(email === undefined ? {} : { email }) });
  if (action === "set-tier") {
    return perform(config, { action, email: requireEmail(email), tier: checkTier(tier) });
  }
  if (action === "operator") {
    if (state !== "on" && state !== "off")
      throw new ConfigError(`account operator: expected on or off after the e-mail address, got ${state ?? "none"}`);
    return perform(config, { action, email: requireEmail(email), isOperator: state === "on" });
  }
  const plain = plainActions.find((one) => one === action);
  if (plain) return perform(config, { action: plain, email: requireEmail(email) });
  const known = ["add", "invite", "set-tier", "operator", ...plainActions, "list", "log"].join(", ");
  throw new ConfigError(`account: expected one of ${known}, got ${action}`);
}

/** The arguments of this command, without the service's flags. */
function readArguments(args: readonly string[]) {
  const flags = [...args];
  const next = () => (flags.length > 0 && !flags[0].startsWith("-") ? flags.shift()?.trim().toLowerCase() : undefined);
  return {
    email: next(),
    state: next(),
    tier: takeFlag(flags, "--tier"),
    apiVersion: takeFlag(flags, "--api-version"),
    flags,
  };
}

function checkTier(name = "none"): Tier {
  const tier = findTier(name);
  if (tier) return tier;
  throw new ConfigError(`--tier: expected one of ${tiers.join(", ")}, got ${name}`);
}

function checkVersion(version: string): string {
  const date = new Date(version);
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(date.getTime())) return version;
  throw new ConfigError(`--api-version: expected a date as ${newestApiVersion}, got ${version}`);
}

function requireEmail(email: string | undefined): string {
  const read = readEmail(email ?? "");
  if (read !== undefined) return read;
  throw new ConfigError(`account: expected an e-mail address, got ${email ?? "none"}`);
}

/** A running service does the task, since only it can open the embedded database. */
async function perform(config: Config, task: AccountTask): Promise<string> {
  const { dataDir, databaseUrl } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let database: Database;
  try {
    database = await openDatabase({ folder: join(dataDir, "database"), ...(databaseUrl ? { url: databaseUrl } : {}) });
  } catch (error) {
    const text = error instanceof FolderInUse ? await askService(dataDir, task) : undefined;
    if (text === undefined) throw error;
    return text;
  }
  const storage = await openStorage(config, { isShared: true });
  try {
    const secrets = await loadCheckedSecrets(database.queries, config);
    return await performAccountTask(task, {
      ...{ database, secrets },
      storage,
      publicUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
    });
  } finally {
    await storage.close();
    await database.close();
  }
}
