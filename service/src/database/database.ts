import { PGlite } from "@electric-sql/pglite";
import { CompiledQuery, Kysely, Migrator, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import { migrationProvider } from "./migrations.ts";
import { PGliteDialect } from "./pglite-dialect.ts";
import type { Tables } from "./tables.ts";

/** A database, or a transaction within one. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** What pg-boss asks of a database. */
export interface SqlExecutor {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface Database extends SqlExecutor {
  readonly queries: Kysely<Tables>;
  close(): Promise<void>;
}

export interface DatabasePlace {
  /** `postgres://…`; without it the database is embedded. */
  readonly url?: string;
  /** Folder of the embedded database; `memory://` keeps nothing. */
  readonly folder: string;
}

/**
 * Opens the database and brings its tables up to date. Throws `FolderInUse` where another process has the embedded one.
 */
export async function openDatabase({ url, folder }: DatabasePlace): Promise<Database> {
  const database = url ? openServer(url) : await openEmbedded(folder);
  try {
    const { error } = await new Migrator({ db: database.queries, provider: migrationProvider }).migrateToLatest();
    if (error) throw error;
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openServer(connectionString: string): Database {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { queries, ...executorOf(queries), close: () => queries.destroy() };
}

async function openEmbedded(folder: string): Promise<Database> {
  const lock = folder.startsWith("memory:") ? undefined : await lockFolder(folder);
  const pglite = await PGlite.create(folder).catch(async (error) => {
    await lock?.release();
    throw error;
  });
  const queries = new Kysely<Tables>({ dialect: new PGliteDialect(pglite) });
  return {
    queries,
    ...executorOf(queries),
    async close() {
      await queries.destroy();
      await pglite.close();
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
