import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { PGliteSession } from "./pglite-session.ts";

/** Kysely over an embedded PGlite: PostgreSQL's SQL, one connection, taken in turn. */
export class PGliteDialect implements Dialect {
  readonly #session: PGliteSession;

  constructor(session: PGliteSession) {
    this.#session = session;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createDriver() {
    return new PGliteDriver(this.#session);
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createIntrospector(database: Kysely<unknown>) {
    return new PostgresIntrospector(database);
  }
}

/** PGlite has one session: the holder of the connection has it alone, for a whole transaction. */
class PGliteDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(session: PGliteSession) {
    this.#connection = new PGliteConnection(session);
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy() {}
}

class PGliteConnection implements DatabaseConnection {
  readonly #session: PGliteSession;

  constructor(session: PGliteSession) {
    this.#session = session;
  }

  /** Without parameters the text may hold several statements; the rows are those of all, one after another. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#session.execute(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and rows never come in parts
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("PGlite gives all rows at once");
  }
}
