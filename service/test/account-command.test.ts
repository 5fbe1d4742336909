import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAccountCommand } from "../src/account-command.ts";
import { type Database, openDatabase, type Queries } from "../src/database/database.ts";
import { findAccountByKey } from "../src/store/account-store.ts";
import { findMemberByEmail } from "../src/store/member-store.ts";
import { beginSession } from "../src/store/session-store.ts";
import { checkSignIn } from "../src/store/sign-in.ts";
import { findSignInLink, takeSignInLink } from "../src/store/sign-in-links.ts";
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
    expect(await outcome(database.queries, password)).toMatchObject({
      outcome: "known",
      member: { accountId: account?.accountId },
    });
    const member = await findMemberByEmail(database.queries, "ann@example.org");
    if (!member) throw new Error("no member");
    await beginSession(database.queries, member);
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
    "expected one of add, invite, set-tier, operator, set-password, link, suspend, resume, delete, erase, list, log, got remove",
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
  [["operator", "ann@example.org"], "expected on or off after the e-mail address, got none"],
  [["operator", "ann@example.org", "maybe"], "expected on or off after the e-mail address, got maybe"],
  [["link", "missing@example.org"], "missing@example.org does not exist as a member who can sign in"],
  [["suspend", "ann@example.org", "on"], "takes no on"],
  [["list", "a@b"], "takes no e-mail address"],
  [["list", "--colour"], "there is no flag --colour"],
])("%j is refused", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});

test("a sign-in link and the operator's pages are opened for a member", { timeout: 60_000 }, async () => {
  await run("add", "link@example.org");
  const [, token] = /\/sign-in\/link\?token=([\w-]{43})\n$/.exec(await run("link", "link@example.org")) ?? [];
  await look(async ({ queries }) => {
    expect(await findSignInLink(queries, token)).toBe("link@example.org");
    expect(await takeSignInLink(queries, token)).toBeDefined();
    expect(await takeSignInLink(queries, token)).toBeUndefined();
  });
  expect(await run("operator", "link@example.org", "on")).toBe("link@example.org may open /admin\n");
  await look(async ({ queries }) =>
    expect(await findMemberByEmail(queries, "link@example.org")).toMatchObject({ isOperator: true }),
  );
  expect(await run("operator", "link@example.org", "off")).toBe("link@example.org may not open /admin\n");
  expect(await run("log", "link@example.org")).toMatch(/ add .*\n.* link .*\n.* operator .* on\n.* operator .* off\n$/);
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
