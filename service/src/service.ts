import { rm } from "node:fs/promises";
import { join } from "node:path";
import { defaultMemoryBudgetMb, type EngineOptions } from "lightwell";
import { type Logger, pino } from "pino";
import { performAccountTask } from "./account-task.ts";
import { randomPassword } from "./accounts/passwords.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import { listenForTasks } from "./control.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { lockFolder } from "./database/folder-lock.ts";
import { EnginePool } from "./engine/engine-pool.ts";
import { mostBrackets } from "./http/orders/grouping-request.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import type { Parts } from "./parts.ts";
import { JobQueue } from "./queue/job-queue.ts";
import { DiskStorage } from "./storage/disk-storage.ts";
import { markRunning } from "./storage/run-mark.ts";
import { countAccounts, createAccount } from "./store/account-store.ts";
import { loadSecrets } from "./store/load-secrets.ts";
import { prune } from "./store/prune.ts";
import { sweepStorage } from "./store/sweep-storage.ts";

export interface Service {
  /** Where it listens. */
  readonly address: string;
  /** Only at the very first start. */
  readonly firstAccount: { readonly apiKey: string; readonly email: string; readonly password: string } | undefined;
  /** Answers what was asked, finishes running jobs or hands them back, closes everything. */
  close(): Promise<void>;
}

const pruneMs = 3_600_000;

const firstEmail = "admin@localhost";

/** What stands in place of the service's own. */
export interface Given {
  /** One that is open and stays so, in place of the one that the configuration names. */
  readonly database?: Database;
  readonly makeEngines?: (size: number, engine: EngineOptions) => EnginePool;
}

/** Opens database, storage and queue, and listens. Where something fails, what was opened before is closed. */
export async function startService(
  config: Config,
  log: Logger = logTo(config.logLevel),
  given: Given = {},
): Promise<Service> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await open(config, log, closers, given)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts into `closers` what is to be done in the end, the last first. */
async function open(
  config: Config,
  log: Logger,
  closers: (() => Promise<unknown>)[],
  { database: given, makeEngines = (size, engine) => new EnginePool(size, engine) }: Given,
): Promise<Omit<Service, "close">> {
  const { dataDir, engineProcesses, maxUploadMb: maxFileMb, maxPixels, engineWorkers: workers } = config;
  // One process more makes the small pictures.
  const memoryBudgetMb = config.memoryBudgetMb || Math.floor(defaultMemoryBudgetMb() / (engineProcesses + 1));
  const folder = await lockFolder(join(dataDir, "storage"));
  closers.push(() => folder.release());
  const mark = await markRunning(dataDir);
  closers.push(() => mark.clear());
  // What a run that was killed was working on; its jobs begin again, in folders of their own. Its engine may just be
  // writing there.
  await rm(join(dataDir, "work"), { recursive: true, force: true, maxRetries: 10 });
  const database = given ?? (await openConfigured(config));
  if (!given) closers.push(() => database.close());
  const queue = new JobQueue(database, (error) => log.error({ err: error }, "the job queue failed"));
  const secrets = await loadSecrets(database.queries, dataDir);
  const storage = await DiskStorage.open(join(dataDir, "storage"));
  if (mark.wasCutOff) {
    const removed = await sweepStorage(database.queries, storage);
    log.info({ removed }, "the run before was cut off; its files that belong to nothing were removed");
  }
  const engines = makeEngines(engineProcesses, {
    ...{ maxFileMb, maxPixels, workers, memoryBudgetMb },
    maxFrames: mostBrackets,
  });
  const renderers = makeEngines(1, { maxFileMb, maxPixels, workers: 1, memoryBudgetMb });
  closers.push(() => Promise.all([engines.close(), renderers.close()]));
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
  await queue.start();
  closers.push(() => queue.stop(config.stopSeconds * 1000));
  startJobs(parts);
  closers.push(() => app.close());
  address = await app.listen({ host: config.host, port: config.port });
  closers.push(await listenForTasks(dataDir, (task) => performAccountTask(task, parts)));
  closers.push(pruneHourly(parts));
  // Only now, since a start that fails shows no key.
  const firstAccount = (await countAccounts(database)) === 0 ? await makeFirstAccount(parts) : undefined;
  return { address, firstAccount };
}

function openConfigured({ dataDir, databaseUrl }: Config): Promise<Database> {
  return openDatabase({ folder: join(dataDir, "database"), ...(databaseUrl ? { url: databaseUrl } : {}) });
}

/** Now and every hour; what it returns ends that. */
function pruneHourly({ database, config, log }: Parts): () => Promise<void> {
  const run = () =>
    prune(database.queries, config.eventDays).then(
      (events) => events > 0 && log.info({ events }, "old events were removed"),
      (error) => log.error({ err: error }, "what is old could not be removed"),
    );
  let running = run();
  const timer = setInterval(() => {
    running = run();
  }, pruneMs);
  return async () => {
    clearInterval(timer);
    await running;
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
