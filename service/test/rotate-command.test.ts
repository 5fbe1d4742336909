import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acceptBoth, type Secrets } from "../src/accounts/secrets.ts";
import { ConfigError } from "../src/config/config.ts";
import { type Database, type DatabasePlace, openDatabase } from "../src/database/database.ts";
import { runRotateCommand } from "../src/maintenance-commands.ts";
import { JobQueue } from "../src/queue/job-queue.ts";
import { createAccount, revealKey, rotateKey } from "../src/store/account-store.ts";
import { checkOf, loadCheckedSecrets, loadSecrets } from "../src/store/load-secrets.ts";
import { findMail, type MailContent, postMail } from "../src/store/mails.ts";
import { rotateMasterKey } from "../src/store/rotate-master-key.ts";
import { makeTestDatabase } from "./support/test-database.ts";

let dataDir: string;
let place: DatabasePlace;
let newFile: string;
let accounts: { readonly accountId: string; readonly apiKey: string }[];
/** Signed before the master key is rotated. */
let signature: string;

/** The secrets that a process has which starts with these files. */
function secretsWith(database: Database, masterKeyFile?: string, secondMasterKeyFile?: string): Promise<Secrets> {
  return loadCheckedSecrets(database.queries, { dataDir, masterKeyFile, secondMasterKeyFile });
}

/** Open until a command needs it, or the test ends: opening it takes most of a second of a processor. */
let open: Database | undefined;

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  open ??= await openDatabase(place);
  return await work(open);
}

async function closeDatabase(): Promise<void> {
  const closing = open?.close();
  open = undefined;
  await closing;
}

async function rotate(...flags: string[]): Promise<string> {
  await closeDatabase();
  const url = place.url === undefined ? [] : ["--database-url", place.url];
  return runRotateCommand(["--data-dir", dataDir, ...url, ...flags], {});
}

function revealAll({ queries }: Database, secrets: Secrets): Promise<(string | undefined)[]> {
  return Promise.all(accounts.map(({ accountId }) => revealKey(queries, secrets, accountId)));
}

const keys = () => accounts.map(({ apiKey }) => apiKey);

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lightwell-rotate-"));
  place = await makeTestDatabase(join(dataDir, "database"));
  newFile = join(dataDir, "new.key");
  await writeFile(newFile, randomBytes(32));
  await withDatabase(async (database) => {
    const secrets = await secretsWith(database);
    accounts = [];
    for (const name of ["one", "two", "three"])
      accounts.push(await createAccount(database, secrets, { email: `${name}@example.org` }));
    signature = secrets.sign("upload", "text");
  });
});

afterEach(async () => {
  await closeDatabase();
  await rm(dataDir, { recursive: true, force: true });
});

test("every API key is sealed with the new master key, which takes the place of the one in the data folder", async () => {
  const old = await readFile(join(dataDir, "master.key"));
  const text = await rotate("--new-master-key-file", newFile);
  expect(text).toContain("API keys that were sealed again: 3\n");
  expect(text).toContain(`The former key is kept in ${join(dataDir, "master.key.former")}\n`);
  expect(await readFile(join(dataDir, "master.key.former"))).toEqual(old);
  expect(await readFile(join(dataDir, "master.key"))).toEqual(await readFile(newFile));
  expect((await stat(join(dataDir, "master.key"))).mode & 0o777).toBe(0o600);
  await withDatabase(async (database) => {
    const secrets = await secretsWith(database);
    expect(await revealAll(database, secrets)).toEqual(keys());
    expect(secrets.verify("upload", "text", signature)).toBe(false);
    await expect(secretsWith(database, join(dataDir, "master.key.former"))).rejects.toThrow(ConfigError);
  });
  expect(await rotate("--new-master-key-file", newFile)).toBe("The database is used with this master key already\n");
});

test("an e-mail that waits is sealed again, and those of a process with the old order of keys are opened", async () => {
  const content: MailContent = { kind: "sign-in", email: "one@example.org", publicUrl: "https://example.org" };
  await withDatabase(async (database) => {
    const queue = new JobQueue(database, () => {});
    await queue.start();
    const former = await secretsWith(database);
    await postMail({ database, queue, secrets: former }, content);
    const next = await loadSecrets(database.queries, dataDir, newFile);
    await rotateMasterKey(database, former, next);
    const [{ mail_id: mailId }] = await database.queries.selectFrom("mails").select("mail_id").execute();
    expect(await findMail(database.queries, next, mailId)).toEqual(content);
    await database.queries.deleteFrom("mails").execute();
    await postMail({ database, queue, secrets: acceptBoth(former, next) }, content);
    const [{ mail_id: later }] = await database.queries.selectFrom("mails").select("mail_id").execute();
    expect(await findMail(database.queries, acceptBoth(next, former), later)).toEqual(content);
    await queue.stop(1000);
  });
});

test("with the other key as the second one, what either signed holds, whichever comes first", async () => {
  await rotate("--new-master-key-file", newFile);
  const former = join(dataDir, "master.key.former");
  await withDatabase(async (database) => {
    for (const [first, second] of [
      [newFile, former],
      [former, newFile],
    ]) {
      const secrets = await secretsWith(database, first, second);
      expect(secrets.verify("upload", "text", signature)).toBe(true);
      expect(secrets.verify("upload", "text", secrets.sign("upload", "text"))).toBe(true);
      expect(await revealAll(database, secrets)).toEqual(keys());
      const apiKey = await rotateKey(database.queries, secrets, accounts[0].accountId);
      expect(await revealKey(database.queries, await secretsWith(database), accounts[0].accountId)).toBe(apiKey);
      accounts[0] = { ...accounts[0], apiKey };
    }
  });
});

test("a command that ended before the file was exchanged is finished by the same command", async () => {
  await withDatabase(async (database) => {
    const next = await loadSecrets(database.queries, dataDir, newFile);
    expect(await rotateMasterKey(database, await secretsWith(database), next)).toEqual({ resealed: 3, unreadable: 0 });
    await expect(secretsWith(database)).rejects.toThrow("the master key is not the one");
  });
  expect(await rotate("--new-master-key-file", newFile)).toContain("already\nThe former key is kept in ");
  await withDatabase(async (database) => {
    expect(await revealAll(database, await secretsWith(database))).toEqual(keys());
  });
});

test("a rotation that fails half-way changes nothing", async () => {
  await withDatabase(async (database) => {
    const secrets = await secretsWith(database);
    const next = await loadSecrets(database.queries, dataDir, newFile);
    const failing = () => {
      throw new Error("the process ends here");
    };
    await expect(rotateMasterKey(database, secrets, { ...next, seal: failing })).rejects.toThrow("ends here");
    // Fails after the keys were written.
    const check = `alter table secrets add constraint former check (purpose <> 'check' or value = '${checkOf(secrets)}')`;
    await database.executeSql(check);
    await expect(rotateMasterKey(database, secrets, next)).rejects.toThrow("former");
    expect(await revealAll(database, await secretsWith(database))).toEqual(keys());
  });
});

test("a process that still has the former key seals nothing with it", async () => {
  await withDatabase(async (database) => {
    const running = await secretsWith(database);
    await rotateMasterKey(database, running, await loadSecrets(database.queries, dataDir, newFile));
    const [{ accountId, apiKey }] = accounts;
    const refused = database.transact((transaction) => rotateKey(transaction, running, accountId));
    await expect(refused).rejects.toMatchObject({ statusCode: 503 });
    expect(await revealKey(database.queries, await secretsWith(database, newFile), accountId)).toBe(apiKey);
  });
});

test("a key that could not be opened before stays, and is counted", async () => {
  await withDatabase(async (database) => {
    await database.queries
      .updateTable("api_keys")
      .set({ sealed_key: "broken" })
      .where("account_id", "=", accounts[0].accountId)
      .execute();
  });
  expect(await rotate("--new-master-key-file", newFile)).toContain("sealed again: 2; 1 could not be opened");
});

test("the wrong current key, a short new one and none are refused, and nothing is changed", async () => {
  const [wrong, short] = [join(dataDir, "wrong.key"), join(dataDir, "short.key")];
  await writeFile(wrong, randomBytes(32));
  await writeFile(short, "short");
  await expect(rotate("--master-key-file", wrong, "--new-master-key-file", newFile)).rejects.toThrow(
    "the master key is not the one that this database was used with",
  );
  await expect(rotate("--new-master-key-file", short)).rejects.toThrow("expected 32 random bytes or more");
  await expect(rotate()).rejects.toThrow("needs --new-master-key-file FILE");
  await withDatabase(async (database) => {
    expect(await revealAll(database, await secretsWith(database))).toEqual(keys());
  });
});
