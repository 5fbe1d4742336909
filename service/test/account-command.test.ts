import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAccountCommand } from "../src/account-command.ts";
import { type Database, openDatabase, type Queries } from "../src/database/database.ts";
import { findAccountByKey } from "../src/store/account-store.ts";
import { beginSession } from "../src/store/session-store.ts";
import { checkSignIn } from "../src/store/sign-in.ts";
import { isOnServer, makeTestDatabase, type TestDatabase } from "./support/test-database.ts";

let dataDir: string;
let place: TestDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lightwell-accounts-"));
  place = await makeTestDatabase(join(dataDir, "database"));
});
afterAll(async () => {
  await place.drop();
  await rm(dataDir, { recursive: true });
});

const run = (...args: string[]) =>
  runAccountCommand(args, { LIGHTWELL_DATA_DIR: dataDir, LIGHTWELL_DATABASE_URL: place.databaseUrl });

async function look<T>(see: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await see(database);
  } finally {
    await database.close();
  }
}

// Each command opens the database, which a busy machine takes its time for.
test("accounts are added with a key and a password, given new passwords, and listed", {
  timeout: 180_000,
}, async () => {
  const outcome = (queries: Queries, word: string) =>
    checkSignIn(queries, { email: "ann@example.org", password: word, ip: "::1" });
  const added = await run("add", "Ann@Example.org", "--tier", "enterprise", "--api-version", "2025-01-01");
  const [, apiKey, password] = /^Account ann@example\.org\nAPI key: (lw_\S+)\nPassword: (\S+)\n$/.exec(added) ?? [];
  await look(async (database) => {
    const account = await findAccountByKey(database, apiKey);
    expect(account).toMatchObject({ email: "ann@example.org", tier: "enterprise", apiVersion: "2025-01-01" });
    expect(await outcome(database.queries, password)).toEqual({ outcome: "known", accountId: account?.accountId });
    await beginSession(database.queries, account?.accountId ?? "");
  });
  const [, next] = /\nPassword: (\S+)\n$/.exec(await run("set-password", "ann@example.org")) ?? [];
  await look(async ({ queries }) => {
    expect((await outcome(queries, password)).outcome).toBe("refused");
    expect((await outcome(queries, next)).outcome).toBe("known");
    expect(await queries.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });
  expect(await run("list")).toMatch(/^ann@example\.org {2}enterprise {2}\d{4}-\d\d-\d\d\n$/);
});

test.each([
  [
    ["remove", "a@b"],
    "expected one of add, invite, set-tier, set-password, suspend, resume, delete, erase, list, log, got remove",
  ],
  [["add", "ann@example.org"], "ann@example.org exists already"],
  [["add"], "expected an e-mail address, got none"],
  [["add", "somebody"], "expected an e-mail address, got somebody"],
  [["add", "a@b", "--tier"], "--tier: expected a value after it, got none"],
  [["add", "b@example.org", "--api-version", "2025-13-01"], "--api-version: expected a date"],
  [["list", "--api-version", "2025-01-01"], "takes no --api-version"],
  [["set-password", "missing@example.org"], "missing@example.org does not exist"],
  [["set-password", "a@b", "--tier", "trial"], "takes no --tier"],
  [["add", "a@b", "--tier", "gold"], "--tier: expected one of trial, essential, standard, enterprise, got gold"],
  [["set-tier", "a@b"], "--tier: expected one of trial, essential, standard, enterprise, got none"],
  [["erase", "missing@example.org"], "missing@example.org does not exist"],
  [["list", "a@b"], "takes no e-mail address"],
  [["list", "--colour"], "there is no flag --colour"],
])("%j is refused", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});

test.skipIf(isOnServer)("an embedded database that the service has open is left alone", async () => {
  await look(async () => {
    await expect(run("list")).rejects.toThrow("is in use by another process; stop the service first");
  });
});

test("help names the commands", async () => {
  expect(await run("--help")).toContain("account set-password EMAIL");
  expect(await run()).toContain("account add EMAIL");
});
