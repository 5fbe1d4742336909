import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { countAccounts, createAccount } from "./accounts/accounts.ts";
import { randomPassword } from "./accounts/passwords.ts";
import { loadSecrets } from "./accounts/secrets.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { EnginePool } from "./engine/engine-pool.ts";
import { JobQueue } from "./jobs/queue.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import type { Parts } from "./parts.ts";
import { DiskStorage } from "./storage/disk-storage.ts";

export interface Service {
  /** Where it listens. */
  readonly address: string;
  /** Only at the very first start. */
  readonly firstAccount: { readonly apiKey: string; readonly email: string; readonly password: string } | undefined;
  /** Answers what was asked, finishes running jobs or hands them back, closes everything. */
  close(): Promise<void>;
}

const firstEmail = "admin@localhost";

/** Opens database, storage and queue, and listens. */
export async function startService(config: Config, log: Logger = logTo(config.logLevel)): Promise<Service> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  // What a run that was killed was working on; its jobs begin anew, in folders of their own.
  await rm(join(config.dataDir, "work"), { recursive: true, force: true });
  const database = await openDatabase({
    folder: join(config.dataDir, "database"),
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
  });
  const queue = new JobQueue(database, (error) => log.error({ err: error }, "the job queue failed"));
  const secrets = await loadSecrets(database.queries, config.dataDir);
  const storage = await DiskStorage.open(join(config.dataDir, "storage"));
  const limits = { maxFileMb: config.maxUploadMb, maxPixels: config.maxPixels };
  const engines = new EnginePool(config.engineProcesses, {
    ...limits,
    workers: config.engineWorkers,
    memoryBudgetMb: config.memoryBudgetMb,
  });
  const renderers = new EnginePool(1, { ...limits, workers: 1 });
  let address = "";
  const parts: Parts = {
    config,
    database,
    queue,
    storage,
    secrets,
    engines,
    renderers,
    log,
    publicUrl: () => config.publicUrl ?? address,
  };
  const app = await buildApp(parts);
  await queue.start({ alone: config.databaseUrl === undefined });
  await startJobs(parts);
  const firstAccount = (await countAccounts(database)) === 0 ? await makeFirstAccount(parts) : undefined;
  address = await app.listen({ host: config.host, port: config.port });
  return {
    address,
    firstAccount,
    async close() {
      await app.close();
      await queue.stop(config.stopSeconds * 1000);
      await Promise.all([engines.close(), renderers.close()]);
      await database.close();
    },
  };
}

async function makeFirstAccount({ database, secrets }: Parts) {
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { email: firstEmail, password });
  return { apiKey, email: firstEmail, password };
}

/** Keys and signatures never reach the log. */
function logTo(level: string): Logger {
  return pino({
    level,
    redact: ["req.headers['x-api-key']", "req.headers.cookie", "req.headers.authorization"],
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        path: request.url.split("?")[0],
        ip: request.ip,
      }),
    },
  });
}
