import type { PGlite } from "@electric-sql/pglite";
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
import { PGliteStatements } from "./pglite-statements.ts";

/** Kysely over an embedded PGlite: PostgreSQL's SQL, one connection, taken in turn. */
export class PGliteDialect implements Dialect {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createDriver() {
    return new PGliteDriver(this.#pglite);
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

  constructor(pglite: PGlite) {
    this.#connection = new PGliteConnection(pglite);
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
  readonly #pglite: PGlite;
  readonly #statements: PGliteStatements;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    this.#statements = new PGliteStatements(pglite);
  }

  /** Without parameters the text may hold several statements; the rows are those of all, one after another. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const results =
      parameters.length > 0 ? [await this.#statements.query<R>(sql, parameters)] : await this.#pglite.exec(sql);
    return {
      rows: results.flatMap((result) => (result?.rows ?? []) as R[]),
      numAffectedRows: BigInt(results.at(-1)?.affectedRows ?? 0),
    };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and rows never come in parts
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("PGlite gives all rows at once");
  }
}
