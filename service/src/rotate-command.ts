import { join, resolve } from "node:path";
import { replaceMasterKey } from "./accounts/secrets.ts";
import { describeRotateCommand } from "./command-help.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { takeFlag } from "./config/take-flag.ts";
import { openDatabase } from "./database/database.ts";
import { loadSecrets } from "./store/load-secrets.ts";
import { type Rotation, rotateMasterKey } from "./store/rotate-master-key.ts";

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
