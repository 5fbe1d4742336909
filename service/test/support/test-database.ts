import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import pg from "pg";
import { type Database, type DatabasePlace, openDatabase } from "../../src/database/database.ts";
import { copyTemplate, runVariable, templateFolder } from "./database-template.ts";

/**
 * A server to run the tests against, with the right to make databases; without it they run against the embedded one.
 */
const testServer = process.env["LIGHTWELL_TEST_DATABASE_URL"];

export const isOnServer = testServer !== undefined;

export interface TestDatabase extends DatabasePlace {
  /** What a service on it is configured with. */
  readonly databaseUrl: string | undefined;
  /** Ends the database even if connections remain; an embedded one is removed with its folder. */
  drop(): Promise<void>;
}

/** A database without data: in `folder`, or new on `server`. */
export async function makeTestDatabase(folder: string, server = testServer): Promise<TestDatabase> {
  if (!server) {
    await copyTemplate(folder);
    return { folder, databaseUrl: undefined, drop: async () => {} };
  }
  const name = `${runName()}${randomBytes(8).toString("hex")}`;
  await onServer(server, `create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    folder,
    url: url.href,
    databaseUrl: url.href,
    drop: async () => void (await onServer(server, `drop database "${name}" with (force)`)),
  };
}

/** A database without data, open. */
export interface BorrowedDatabase {
  readonly database: Database;
  release(): Promise<void>;
}

/** Those that tests of this process have done with: opening one takes a second of a processor, emptying none. */
const free: Database[] = [];

export async function borrowDatabase(): Promise<BorrowedDatabase> {
  const used = free.pop();
  if (used) await empty(used);
  const database =
    used ?? (await openDatabase(await makeTestDatabase(testServer ? "" : await templateFolder("used-"))));
  return { database, release: async () => void free.push(database) };
}

/** Without even what a service makes at its first start; the queues stay. */
async function empty(database: Database): Promise<void> {
  const { rows } = await database.executeSql(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' or schemaname = 'jobs' and tablename = 'job'",
  );
  const tables = rows.map(({ name }) => String(name));
  await database.executeSql(`truncate ${tables.join(", ")} restart identity`);
}

/** What the names of a run's databases begin with. */
function runName(): string {
  return `lightwell_test_${basename(process.env[runVariable] ?? "").replace(/\W/g, "_")}_`;
}

/** After all tests, on a server. */
export async function dropUsedDatabases(): Promise<void> {
  if (!testServer) return;
  const names = await onServer(
    testServer,
    `select datname from pg_database where starts_with(datname, '${runName()}')`,
  );
  for (const { datname } of names) await onServer(testServer, `drop database "${datname}" with (force)`);
}

async function onServer(connectionString: string, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(statement).finally(() => client.end());
  return rows;
}
