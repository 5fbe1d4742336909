import { join, resolve } from "node:path";
import { replaceMasterKey } from "./accounts/secrets.ts";
import { describeFilesCommands, describeRetryCommand, describeRotateCommand, takeFlag } from "./command-help.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { parseBucket } from "./config/setting-kinds.ts";
import { openDatabase } from "./database/database.ts";
import { retryParked } from "./queue/stored-jobs.ts";
import { copyFiles } from "./storage/copy-files.ts";
import { DiskStorage } from "./storage/disk-storage.ts";
import { openStorage } from "./storage/open-storage.ts";
import type { Storage } from "./storage/storage.ts";
import { loadSecrets } from "./store/load-secrets.ts";
import { type Rotation, rotateMasterKey } from "./store/rotate-master-key.ts";
import { findMissingFiles } from "./store/sweep-storage.ts";

/** Most missing files that are listed by name. */
const maxListed = 100;

/** Runs `lightwell-service copy-files TARGET …` and returns the text to print. Throws `ConfigError`. */
export async function runCopyFiles(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [target = "", ...flags] = args;
  if (target === "" || target.startsWith("-")) {
    if (target === "--help") return describeFilesCommands;
    throw new ConfigError("copy-files: expected a folder or s3://bucket/prefix first, got none");
  }
  const config = readConfig(flags, environment);
  if (!config) return describeFilesCommands;
  const from = await openStorage(config, { isShared: true });
  try {
    const to = await openTarget(target, config);
    try {
      const { copied, present } = await copyFiles(from, to);
      return `Files copied: ${copied}\nFiles that were there: ${present}\n`;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function openTarget(target: string, config: Config): Promise<Storage> {
  if (!target.startsWith("s3://")) return DiskStorage.open(target, { isShared: true });
  return openStorage({ ...config, storage: parseTarget(target) }, { isShared: true });
}

function parseTarget(target: string) {
  try {
    return parseBucket(target);
  } catch (error) {
    throw new ConfigError(`copy-files: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Runs `lightwell-service check-files …`; returns the text to print, and whether all files exist. Throws `ConfigError`.
 */
export async function runCheckFiles(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  const config = readConfig(args, environment);
  if (!config) return { text: describeFilesCommands, isComplete: true };
  const { dataDir, databaseUrl: url } = config;
  const database = await openDatabase({ folder: join(dataDir, "database"), ...(url ? { url } : {}) });
  try {
    const storage = await openStorage(config, { isShared: true });
    try {
      const { referenced, missing } = await findMissingFiles(database.queries, storage);
      const listed = missing.slice(0, maxListed).map(({ owner, key }) => `${owner}: ${key}\n`);
      const text = `Files referenced: ${referenced}\nFiles missing: ${missing.length}\n${listed.join("")}`;
      return { text, isComplete: missing.length === 0 };
    } finally {
      await storage.close();
    }
  } finally {
    await database.close();
  }
}

/** Runs `lightwell-service retry-parked …` and returns the text to print. Throws `ConfigError`. */
export async function runRetryCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(args, environment);
  if (!config) return describeRetryCommand;
  const { databaseUrl: url } = config;
  if (url === undefined)
    throw new ConfigError(
      "retry-parked: needs --database-url; with the embedded database, stop the service and start it again",
    );
  const database = await openDatabase({ url, folder: "" });
  try {
    return `Jobs that will be tried again: ${await retryParked(database)}\n`;
  } finally {
    await database.close();
  }
}

/**
 * Runs `lightwell-service rotate-master-key …` and returns the text to print. A second run changes nothing. Throws
 * `ConfigError`.
 */
export async function runRotateCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const flags = [...args];
  if (flags.includes("--help") || flags.includes("-h")) return describeRotateCommand;
  const given = takeFlag(flags, "--new-master-key-file");
  const config = readConfig(flags, environment);
  if (!config) return describeRotateCommand;
  if (given === undefined) {
    throw new ConfigError("rotate-master-key: needs --new-master-key-file FILE; openssl rand 32 > FILE makes one");
  }
  const { dataDir, databaseUrl: url, masterKeyFile } = config;
  const newFile = resolve(given);
  const database = await openDatabase({ folder: join(dataDir, "database"), ...(url ? { url } : {}) });
  try {
    const { queries } = database;
    // Both files are read before any change.
    const next = await loadSecrets(queries, dataDir, newFile);
    const current = await loadSecrets(queries, dataDir, masterKeyFile);
    const rotation = await rotateMasterKey(database, current, next);
    const former = masterKeyFile === undefined ? await replaceMasterKey(dataDir, newFile) : undefined;
    return [describe(rotation), ...(former === undefined ? [] : [`The former key is kept in ${former}`]), ""].join(
      "\n",
    );
  } finally {
    await database.close();
  }
}

function describe(rotation: Rotation | undefined): string {
  if (!rotation) return "The database is used with this master key already";
  const { resealed, unreadable } = rotation;
  const rest = unreadable === 0 ? "" : `; ${unreadable} could not be opened before and still work`;
  return `The master key was exchanged; API keys that were sealed again: ${resealed}${rest}`;
}
