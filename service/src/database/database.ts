import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, Kysely, Migrator, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import { type Listener, listen } from "./listener.ts";
import { lockFolder, withStartLock } from "./locks.ts";
import { migrationProvider } from "./migrations.ts";
import { PGliteDialect } from "./pglite-dialect.ts";
import { PGliteSession } from "./pglite-session.ts";
import type { Tables } from "./tables.ts";
import { isTransient, isUndone } from "./transient.ts";

/** A database, or a transaction within one. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** What pg-boss asks of a database. */
export interface SqlExecutor {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface Database extends SqlExecutor {
  readonly queries: Kysely<Tables>;
  /**
   * Commits everything that `work` does, or nothing. `work` runs again if the server restarts, fails over or ends a
   * deadlock meanwhile, so it must change only the database. If the connection breaks during the commit, the outcome is
   * unknown and the error is thrown.
   */
  transact<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for a `work` of one statement, without the round trips that begin and end a transaction. It runs again
   * only after a deadlock: if the connection breaks, the outcome is unknown and the error is thrown.
   */
  perform<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * What only a server offers, since several processes share it; undefined for the embedded database, which serves one
   * process.
   */
  readonly server?: {
    /** Runs `work` while no other process runs its own. Throws `DatabaseInUse` after 120 s. */
    alone<T>(work: () => Promise<T>): Promise<T>;
    /** Calls `onMessage` for each notification of `channel`, `onConnect` whenever some may have been missed. */
    listen(channel: string, onMessage: (payload: string) => void, onConnect: () => void): Listener;
  };
  close(): Promise<void>;
}

export interface DatabasePlace {
  /** `postgres://…`; without it the database is embedded. */
  readonly url?: string;
  /** Folder of the embedded database; `memory://` keeps nothing. */
  readonly folder: string;
}

/** Opens the database and brings its tables up to date. Throws `FolderInUse` if another process has the embedded one
/** open.
 */
export async function openDatabase({ url, folder }: DatabasePlace): Promise<Database> {
  const database = url ? openServer(url) : await openEmbedded(folder);
  const migrate = async () => {
    const { error } = await new Migrator({ db: database.queries, provider: migrationProvider }).migrateToLatest();
    if (error) throw error;
  };
  try {
    await startAlone(database, migrate);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Runs `work`, a part of a start, while no other process runs its own; an embedded database has no others. */
export function startAlone<T>({ server }: Database, work: () => Promise<T>): Promise<T> {
  return server ? server.alone(work) : work();
}

/** Reads 64-bit integers as numbers; the driver returns text. No value here comes near 2^53. */
const numericTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

function openServer(connectionString: string): Database {
  const pool = new pg.Pool({
    ...{ connectionString, max: 10, types: numericTypes },
    // A lost network gives no signal: existing connections are tested, and new ones have a timeout.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 },
  });
  // The pool replaces a broken connection. Without listeners its error would end the process, whether it is idle or
  // between two queries of a transaction.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient(pool) }) });
  const runScript: RunScript = async (text) => {
    const client = await connect(pool);
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text);
      client.release();
      return { rows: [answer].flat().flatMap(({ rows }) => rows) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return {
    ...facesOf(queries, runScript),
    server: {
      alone: (work) => withStartLock(connectionString, work),
      listen: (channel, onMessage, onConnect) => listen(connectionString, channel, { onMessage, onConnect }),
    },
    close: () => queries.destroy(),
  };
}

const patienceMs = 10_000;
const pauseMs = 100;

function patient(pool: pg.Pool): PostgresPool {
  return { connect: () => connect(pool), end: () => pool.end() };
}

/** Waits for a server that is briefly unavailable: no query was sent yet. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (const until = Date.now() + patienceMs; ; await sleep(pauseMs)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) throw error;
    }
  }
}

const maxTries = 6;

/**
 * Runs SQL without values: one statement or several, which may begin and end a transaction. Returns the rows of all
 * statements. If one fails, the transaction that it began is ended too.
 */
type RunScript = SqlExecutor["executeSql"];

function facesOf(queries: Kysely<Tables>, runScript: RunScript): Omit<Database, "close"> {
  return {
    queries,
    executeSql: (text, values = []) =>
      values.length > 0 ? executorOf(queries).executeSql(text, values) : runScript(text),
    transact(work) {
      let isDone = false;
      const attempt = () =>
        queries.transaction().execute(async (transaction) => {
          isDone = false;
          const result = await work(transaction);
          isDone = true;
          return result;
        });
      return repeat(attempt, (error) => !isDone && isTransient(error));
    },
    perform: (work) => repeat(() => work(queries), isUndone),
  };
}

async function repeat<T>(attempt: () => Promise<T>, mayPass: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === maxTries || !mayPass(error)) throw error;
      // Two transactions that collided must not collide again at once.
      await sleep(10 * 2 ** tries * (1 + Math.random()));
    }
  }
}

async function openEmbedded(folder: string): Promise<Database> {
  const lock = folder.startsWith("memory:") ? undefined : await lockFolder(folder);
  const session = await PGliteSession.open(folder).catch(async (error) => {
    await lock?.release();
    throw error;
  });
  const queries = new Kysely<Tables>({ dialect: new PGliteDialect(session) });
  const runScript: RunScript = (text) =>
    queries.connection().execute(async (connection) => {
      const { executeSql } = executorOf(connection);
      return executeSql(text).catch(async (error) => {
        await executeSql("rollback").catch(() => {});
        throw error;
      });
    });
  return {
    ...facesOf(queries, runScript),
    async close() {
      await queries.destroy();
      await session.close();
      await lock?.release();
    },
  };
}

/** Raw SQL through the same connection, so that jobs can be sent in the transaction of the state that causes them. */
export function executorOf(queries: Queries): SqlExecutor {
  return {
    async executeSql(text, values = []) {
      const { rows } = await queries.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}
