import { rm } from "node:fs/promises";
import { join } from "node:path";
import { defaultMemoryBudgetMb, type EngineOptions } from "lightwell";
import { type Logger, pino } from "pino";
import { performAccountTask } from "./account-task.ts";
import { randomPassword } from "./accounts/passwords.ts";
import { buildApp, buildWorkerApp } from "./app.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { listenForTasks } from "./control.ts";
import { type Database, openDatabase, startAlone } from "./database/database.ts";
import { lockFolder } from "./database/locks.ts";
import { EnginePool } from "./engine/engine-pool.ts";
import { freeMemoryMb } from "./engine/free-memory.ts";
import { closeServer, listen } from "./http/listen.ts";
import { maxBrackets } from "./http/orders/enhance-order.ts";
import { findUploads, sweepRegularly } from "./jobs/regular-work.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import type { Parts } from "./parts.ts";
import { JobQueue } from "./queue/job-queue.ts";
import { MemoryGate } from "./queue/memory-gate.ts";
import type { Role } from "./role.ts";
import { removeOldWork } from "./storage/old-work.ts";
import { openStorage, traceStorage } from "./storage/open-storage.ts";
import { removeExpired } from "./store/account-storage.ts";
import { countAccounts, createAccount } from "./store/account-store.ts";
import { removeExpiredUploads } from "./store/expired-uploads.ts";
import { loadCheckedSecrets } from "./store/load-secrets.ts";
import { prune } from "./store/sweep-storage.ts";

interface Service {
  /** Where it listens. */
  readonly address: string;
  /** Only at the very first start. */
  readonly firstAccount: { readonly apiKey: string; readonly email: string; readonly password: string } | undefined;
  /**
   * Answers pending requests, finishes running jobs or hands them back, and closes everything within the configured
   * time (`stopSeconds`).
   */
  close(): Promise<void>;
}

const hourMs = 3_600_000;

/**
 * Memory that a preview may use, in MB, in addition to the open sets; the engine counts five frames of 768 px as 245.
 */
const previewBudgetMb = 512;

const firstEmail = "admin@localhost";

/** Replacements for the service's own parts. */
interface Given {
  /** Default `all`. */
  readonly role?: Role;
  /** An open database to use instead of the configured one; the service does not close it. */
  readonly database?: Database;
  readonly makeEngines?: (size: number, engine: EngineOptions) => EnginePool;
}

/**
 * Opens database, storage and queue, and listens. If a part fails, those opened before are closed. Throws `ConfigError`
 * if the role needs other settings.
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

/** Adds to `closers` the steps of a stop; the last one runs first. */
async function open(
  config: Config,
  log: Logger,
  closers: (() => Promise<unknown>)[],
  { role = "all", database: given, makeEngines = (size, engine) => new EnginePool(size, engine) }: Given,
): Promise<Omit<Service, "close">> {
  requireSettings(role, config);
  const { dataDir, engineProcesses, maxUploadMb: maxFileMb, maxPixels, engineWorkers: workers } = config;
  const enhancers = role === "api" ? 0 : engineProcesses;
  // One extra process makes the small pictures; that for previews needs little and takes no share.
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
    maxFrames: maxBrackets,
  });
  const renderers = makeEngines(1, { maxFileMb, maxPixels, workers: 1, memoryBudgetMb });
  const previewers = makeEngines(1, {
    ...{ maxFileMb, maxPixels, workers: 1 },
    memoryBudgetMb: Math.min(memoryBudgetMb, previewBudgetMb),
  });
  closers.push(() => Promise.all([engines.close(), renderers.close(), previewers.close()]));
  let address = "";
  const parts: Parts = {
    config,
    database,
    queue,
    storage,
    secrets,
    engines,
    renderers,
    previewers,
    log,
    publicUrl: () => config.publicUrl ?? address,
  };
  const app = role === "worker" ? await buildWorkerApp(parts) : await buildApp(parts);
  await queue.start();
  if (role !== "api") {
    const onWait = (freeMb: number) => log.warn({ freeMb, memoryBudgetMb }, "pictures wait for free memory");
    startJobs(parts, new MemoryGate({ jobMb: memoryBudgetMb, freeMb: freeMemoryMb, onWait }));
  }
  // Together: jobs must not wait until the last slow upload has ended. Jobs that an upload causes are kept for the next
  // start.
  closers.push(() => Promise.all([closeServer(app, drainMs(config)), queue.stop(drainMs(config))]));
  address = await listen(app, config);
  // With a server, the account command opens the database itself.
  if (!isShared) closers.push(await listenForTasks(dataDir, (task) => performAccountTask(task, parts)));
  if (role !== "api") {
    closers.push(hourly(() => removeOld(parts, isShared)));
    closers.push(sweepRegularly(parts));
    closers.push(findUploads(parts));
  }
  // Only now, so that a failed start shows no key.
  const firstAccount = role === "worker" ? undefined : await startAlone(database, () => ensureAccount(parts));
  return { address, firstAccount };
}

/** Throws `ConfigError` if processes could not find each other, or clients could not find them. */
function requireSettings(role: Role, { databaseUrl, publicUrl }: Config): void {
  if (role === "all") return;
  if (databaseUrl === undefined)
    throw new ConfigError(`${role}: needs --database-url, since the embedded database serves one process`);
  if (role === "api" && publicUrl === undefined)
    throw new ConfigError("api: needs --public-url, the address that all APIs have in common");
}

/** Locks the data folder for this process. */
async function takeFolder(dataDir: string, closers: (() => Promise<unknown>)[]): Promise<void> {
  const folder = await lockFolder(join(dataDir, "storage"));
  closers.push(() => folder.release());
  // Files that a killed run was working on; its jobs begin again in new folders. Its engine may still be writing there.
  await rm(join(dataDir, "work"), { recursive: true, force: true, maxRetries: 10 });
}

function openConfigured({ dataDir, databaseUrl }: Config): Promise<Database> {
  return openDatabase({ folder: join(dataDir, "database"), ...(databaseUrl ? { url: databaseUrl } : {}) });
}

/** A fifth of a stop's time, at most 3 s, is reserved for ending the engines and closing the database. */
function drainMs({ stopSeconds }: Config): number {
  const stopMs = stopSeconds * 1000;
  return stopMs - Math.min(3000, stopMs / 5);
}

/** Calls `run`, which never throws, now and every hour, until the returned function is called. */
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
    if (orders > 0) log.info({ orders }, "expired orders were deleted");
    const uploads = await removeExpiredUploads(database, queue);
    if (uploads > 0) log.info({ uploads }, "uploads that were not completed were removed");
    queue.wake("remove-files");
    if (!isShared) return;
    // A start must not remove files that other processes work on.
    await removeOldWork(join(config.dataDir, "work"));
    await removeOldWork(join(config.dataDir, "storage", "incoming"));
  } catch (error) {
    log.error({ err: error }, "old data could not be removed");
  }
}

/** Creates the first account; undefined if accounts exist. */
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
