import { describeRetryCommand } from "./command-help.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { openDatabase } from "./database/database.ts";
import { retryParked } from "./queue/parked-jobs.ts";

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
