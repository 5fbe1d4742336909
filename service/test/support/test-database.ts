import { randomBytes } from "node:crypto";
import pg from "pg";
import type { DatabasePlace } from "../../src/database/database.ts";
import { copyTemplate } from "./database-template.ts";

/**
 * A server to run the tests against, with the right to make databases; without it they run against the embedded one.
 */
const testServer = process.env["LIGHTWELL_TEST_DATABASE_URL"];

export interface TestDatabase extends DatabasePlace {
  /** What a service on it is configured with. */
  readonly databaseUrl: string | undefined;
  /** Ends it, whoever may still be connected; an embedded one goes with its folder. */
  drop(): Promise<void>;
}

/** A database without data: in `folder`, or new on `server`. */
export async function makeTestDatabase(folder: string, server = testServer): Promise<TestDatabase> {
  if (!server) {
    await copyTemplate(folder);
    return { folder, databaseUrl: undefined, drop: async () => {} };
  }
  const name = `lightwell_test_${randomBytes(8).toString("hex")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    folder,
    url: url.href,
    databaseUrl: url.href,
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
