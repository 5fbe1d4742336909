import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { checkMasterKey, loadSecrets } from "../../src/store/load-secrets.ts";

let database: Database;
let folders: string[];

beforeAll(async () => {
  database = await openDatabase({ folder: "memory://" });
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), "lightwell-secrets-"))));
});

afterAll(async () => {
  await database.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

test("what was sealed is opened with the same database and folder, and with no other folder", async () => {
  const secrets = await loadSecrets(database.queries, folders[0]);
  const sealed = secrets.seal("lw_key");
  expect(sealed).not.toBe(secrets.seal("lw_key"));
  const again = await loadSecrets(database.queries, folders[0]);
  expect(again.open(sealed)).toBe("lw_key");
  expect(again.verify("upload", "text", secrets.sign("upload", "text"))).toBe(true);
  const other = await loadSecrets(database.queries, folders[1]);
  expect(() => other.open(sealed)).toThrow();
  expect(other.verify("upload", "text", secrets.sign("upload", "text"))).toBe(false);
});

test("a sealed text that was changed is not opened", async () => {
  const secrets = await loadSecrets(database.queries, folders[0]);
  const bytes = Buffer.from(secrets.seal("lw_key"), "base64url");
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] ^= 1;
    expect(() => secrets.open(changed.toString("base64url"))).toThrow();
  }
});

test("the folder's half is a file for its owner alone, the same for those who start at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-secrets-"));
  folders.push(folder);
  const made = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(database.queries, folder)));
  expect(new Set(made.map((secrets) => secrets.sign("a", "b"))).size).toBe(1);
  expect(await readdir(folder)).toEqual(["master.key"]);
  const { mode, size } = await stat(join(folder, "master.key"));
  expect([mode & 0o777, size]).toEqual([0o600, 32]);
});

test("a master key other than the first is refused, and --master-key-file is read", async () => {
  const { queries } = database;
  const [file, short] = [join(folders[0], "own.key"), join(folders[0], "short.key")];
  await writeFile(file, Buffer.alloc(32, 7));
  await writeFile(short, "short");
  const secrets = await loadSecrets(queries, folders[0], file);
  await checkMasterKey(queries, secrets);
  await checkMasterKey(queries, await loadSecrets(queries, folders[1], file));
  await expect(checkMasterKey(queries, await loadSecrets(queries, folders[0]))).rejects.toThrow(
    "the master key is not the one that this database was used with",
  );
  await expect(loadSecrets(queries, folders[0], short)).rejects.toThrow("expected 32 random bytes or more");
  await expect(loadSecrets(queries, folders[0], join(folders[0], "none"))).rejects.toThrow("cannot be read (ENOENT)");
});
