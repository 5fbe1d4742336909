import { rm } from "node:fs/promises";
import { join } from "node:path";
import { defaultMemoryBudgetMb, type EngineOptions } from "lightwell";
import { type Logger, pino } from "pino";
import { performAccountTask } from "./account-task.ts";
import { randomPassword } from "./accounts/passwords.ts";
import { buildApp } from "./app.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { listenForTasks } from "./control.ts";
import { type Database, openDatabase, startAlone } from "./database/database.ts";
import { lockFolder } from "./database/folder-lock.ts";
import { EnginePool } from "./engine/engine-pool.ts";
import { freeMemoryMb } from "./engine/free-memory.ts";
import { closeServer, listen } from "./http/listen.ts";
import { mostBrackets } from "./http/orders/grouping-request.ts";
import { findUploads } from "./jobs/find-uploads.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { sweepRegularly } from "./jobs/sweep-regularly.ts";
import type { Parts } from "./parts.ts";
import { JobQueue } from "./queue/job-queue.ts";
import { MemoryGate } from "./queue/memory-gate.ts";
import type { Role } from "./role.ts";
import { removeOldWork } from "./storage/old-work.ts";
import { openStorage } from "./storage/open-storage.ts";
import { traceStorage } from "./storage/trace-storage.ts";
import { removeExpired } from "./store/account-storage.ts";
import { countAccounts, createAccount } from "./store/account-store.ts";
import { loadCheckedSecrets } from "./store/load-secrets.ts";
import { prune } from "./store/prune.ts";
import { buildWorkerApp } from "./worker-app.ts";

export interface Service {
  /** Where it listens. */
  readonly address: string;
  /** Only at the very first start. */
  readonly firstAccount: { readonly apiKey: string; readonly email: string; readonly password: string } | undefined;
  /**
   * Answers what was asked, finishes running jobs or hands them back, and closes everything, within the configured time
   * (`stopSeconds`).
   */
  close(): Promise<void>;
}

const hourMs = 3_600_000;

const firstEmail = "admin@localhost";

/** What stands in place of the service's own. */
export interface Given {
  /** Default `all`. */
  readonly role?: Role;
  /** One that is open and stays so, in place of the one that the configuration names. */
  readonly database?: Database;
  readonly makeEngines?: (size: number, engine: EngineOptions) => EnginePool;
}

/**
 * Opens database, storage and queue, and listens. Where something fails, what was opened before is closed. Throws
 * `ConfigError` where the role needs other settings.
 */
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
  { role = "all", database: given, makeEngines = (size, engine) => new EnginePool(size, engine) }: Given,
): Promise<Omit<Service, "close">> {
  requireSettings(role, config);
  const { dataDir, engineProcesses, maxUploadMb: maxFileMb, maxPixels, engineWorkers: workers } = config;
  const enhancers = role === "api" ? 0 : engineProcesses;
  // One process more makes the small pictures.
  const memoryBudgetMb = config.memoryBudgetMb || Math.floor(defaultMemoryBudgetMb() / (enhancers + 1));
  const isShared = given ? given.server !== undefined : config.databaseUrl !== undefined;
  if (!isShared) await takeFolder(dataDir, closers);
  const database = given ?? (await openConfigured(config));
  if (!given) closers.push(() => database.close());
  const queue = new JobQueue(database, (error) => log.error({ err: error }, "the job queue failed"), {
    takesJobs: role !== "api",
  });
  const secrets = await loadCheckedSecrets(database.queries, config);
  const storage = traceStorage(await openStorage(config, { isShared }));
  closers.push(() => storage.close());
  const engines = makeEngines(enhancers, {
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
  const app = role === "worker" ? await buildWorkerApp(parts) : await buildApp(parts);
  await queue.start();
  if (role !== "api") {
    const onWait = (freeMb: number) => log.warn({ freeMb, memoryBudgetMb }, "pictures wait for free memory");
    startJobs(parts, new MemoryGate({ jobMb: memoryBudgetMb, freeMb: freeMemoryMb, onWait }));
  }
  // Together: jobs must not wait until the last slow upload has ended. What an upload causes is kept for the next
  // start.
  closers.push(() => Promise.all([closeServer(app, drainMs(config)), queue.stop(drainMs(config))]));
  address = await listen(app, config);
  // On a server, the command for accounts needs no help.
  if (!isShared) closers.push(await listenForTasks(dataDir, (task) => performAccountTask(task, parts)));
  if (role !== "api") {
    closers.push(hourly(() => removeOld(parts, isShared)));
    closers.push(sweepRegularly(parts));
    closers.push(findUploads(parts));
  }
  // Only now, since a start that fails shows no key.
  const firstAccount = role === "worker" ? undefined : await startAlone(database, () => ensureAccount(parts));
  return { address, firstAccount };
}

/** Throws `ConfigError` where several processes would not find each other, or clients not find them. */
function requireSettings(role: Role, { databaseUrl, publicUrl }: Config): void {
  if (role === "all") return;
  if (databaseUrl === undefined)
    throw new ConfigError(`${role}: needs --database-url, since the embedded database serves one process`);
  if (role === "api" && publicUrl === undefined)
    throw new ConfigError("api: needs --public-url, the address that all APIs have in common");
}

/** Keeps the data folder for this process. */
async function takeFolder(dataDir: string, closers: (() => Promise<unknown>)[]): Promise<void> {
  const folder = await lockFolder(join(dataDir, "storage"));
  closers.push(() => folder.release());
  // What a run that was killed was working on; its jobs begin again, in folders of their own. Its engine may just be
  // writing there.
  await rm(join(dataDir, "work"), { recursive: true, force: true, maxRetries: 10 });
}

function openConfigured({ dataDir, databaseUrl }: Config): Promise<Database> {
  return openDatabase({ folder: join(dataDir, "database"), ...(databaseUrl ? { url: databaseUrl } : {}) });
}

/** Of a stop's time a fifth, 3 s at most, is left for what follows: ending the engines, and closing the database. */
function drainMs({ stopSeconds }: Config): number {
  const stopMs = stopSeconds * 1000;
  return stopMs - Math.min(3000, stopMs / 5);
}

/** Does `run`, which never throws, now and every hour; what it returns ends that. */
function hourly(run: () => Promise<void>): () => Promise<void> {
  let running = run();
  const timer = setInterval(() => {
    running = run();
  }, hourMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function removeOld({ database, queue, config, log }: Parts, isShared: boolean): Promise<void> {
  try {
    const events = await prune(database.queries, config.eventDays);
    if (events > 0) log.info({ events }, "old events were removed");
    const orders = await removeExpired(database, queue, config);
    if (orders > 0) log.info({ orders }, "orders whose time was over were deleted");
    queue.wake("remove-files");
    if (!isShared) return;
    // No start may remove what other processes work on.
    await removeOldWork(join(config.dataDir, "work"));
    await removeOldWork(join(config.dataDir, "storage", "incoming"));
  } catch (error) {
    log.error({ err: error }, "what is old could not be removed");
  }
}

/** The first account; undefined where there are some. */
async function ensureAccount(parts: Parts) {
  return (await countAccounts(parts.database)) === 0 ? makeFirstAccount(parts) : undefined;
}

async function makeFirstAccount({ database, secrets }: Parts) {
  const password = randomPassword();
  const { apiKey } = await createAccount(database, secrets, { email: firstEmail, password });
  return { apiKey, email: firstEmail, password };
}

/** Keys and signatures never reach the log. */
export function logTo(level: string): Logger {
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
