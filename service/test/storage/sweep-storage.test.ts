import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sweepRegularly } from "../../src/jobs/regular-work.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { claimRun } from "../../src/store/claim-run.ts";
import { readStoredBytes } from "../../src/store/cluster-figures.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { addPart, insertUpload } from "../../src/store/resumable-uploads.ts";
import { findMissingFiles, sweepStorage } from "../../src/store/sweep-storage.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts();
});
beforeEach(async () => {
  await parts.database.queries.deleteFrom("maintenance_runs").execute();
  await sweepStorage(parts.database.queries, parts.storage, { graceMs: 0 });
});
afterAll(() => parts.close());

async function store(): Promise<string> {
  const key = storageKey("full");
  await parts.storage.write(key, Readable.from([Buffer.from("bytes")]), 100);
  return key;
}

/** A bracket whose upload is `key`; its id. */
async function reference(key: string): Promise<string> {
  const { accountId, database } = parts;
  const orderId = await ensureOrder(database.queries, accountId, {});
  const { bracket_id: bracketId } = await insertBracket(database.queries, {
    orderId,
    accountId,
    name: "a.jpg",
    imageId: null,
    heldImageId: null,
    contentType: null,
  });
  const source = JSON.stringify({ key, sizeBytes: 5, sha256: "", format: "jpeg" });
  await database.queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  return bracketId;
}

const sweep = () => sweepStorage(parts.database.queries, parts.storage, { graceMs: dayMs });
const isKept = async (key: string) => (await parts.storage.find(key)) !== undefined;

/** Moves every sweep so far back by `ms`. */
async function pass(ms: number): Promise<void> {
  const { queries } = parts.database;
  const span = sql`make_interval(secs => ${ms / 1000})`;
  await sql`update unreferenced_files set first_seen_at = first_seen_at - ${span}, last_seen_at = last_seen_at - ${span}`.execute(
    queries,
  );
  await sql`update maintenance_runs set last_started_at = last_started_at - ${span}`.execute(queries);
}

test("a file that no row references goes after a day, and no other", async () => {
  const [named, left] = [await store(), await store()];
  await reference(named);
  expect(await sweep()).toBe(0);
  await pass(dayMs - hourMs);
  expect(await sweep()).toBe(0);
  const late = await store();
  expect(await sweep()).toBe(0);
  await pass(hourMs);
  expect(await sweep()).toBe(1);
  expect(await Promise.all([named, left, late].map(isKept))).toEqual([true, false, true]);
});

test("a day begins when the last row that references a file is deleted", async () => {
  const key = await store();
  await sweep();
  await pass(dayMs - hourMs);
  const bracketId = await reference(key);
  await sweep();
  await parts.database.queries
    .updateTable("brackets")
    .set({ is_deleted: true })
    .where("bracket_id", "=", bracketId)
    .execute();
  await pass(dayMs);
  expect(await sweep()).toBe(0);
  await pass(dayMs);
  expect(await sweep()).toBe(1);
});

test("what a file's key was noted for goes with a file that somebody else removed", async () => {
  const key = await store();
  await sweep();
  await parts.storage.remove(key);
  await sweep();
  expect(await parts.database.queries.selectFrom("unreferenced_files").selectAll().execute()).toEqual([]);
});

test("of any number of processes one does a task, and none again before its time", async () => {
  const claims = () => Promise.all(Array.from({ length: 10 }, () => claimRun(parts.database, "task", hourMs)));
  expect((await claims()).filter((isMine) => isMine)).toHaveLength(1);
  expect((await claims()).filter((isMine) => isMine)).toHaveLength(0);
  expect(await claimRun(parts.database, "another", hourMs)).toBe(true);
  await pass(hourMs);
  expect((await claims()).filter((isMine) => isMine)).toHaveLength(1);
});

test("a service sweeps when it starts, unless another one just did", async () => {
  const key = await store();
  await sweep();
  await pass(dayMs);
  expect(await claimRun(parts.database, "sweep-storage", hourMs)).toBe(true);
  const idle = sweepRegularly(parts);
  await idle();
  expect(await isKept(key)).toBe(true);
  await pass(dayMs);
  const stop = sweepRegularly(parts);
  await expect.poll(() => isKept(key)).toBe(false);
  await stop();
});

test("a sweep counts the bytes of what was not deleted", async () => {
  const { queries } = parts.database;
  await queries.updateTable("brackets").set({ is_deleted: true }).execute();
  await reference(await store());
  expect(await readStoredBytes(queries)).toBeUndefined();
  const end = sweepRegularly(parts);
  await expect.poll(() => readStoredBytes(queries)).toBeGreaterThan(0);
  await end();
  const { source } = await queries
    .selectFrom("brackets")
    .select("source")
    .where("is_deleted", "=", false)
    .executeTakeFirstOrThrow();
  expect(await readStoredBytes(queries)).toBe(source?.sizeBytes);
});

test("a part goes once its file is deleted; a part that is missing earlier is reported", async () => {
  const { accountId, database, storage } = parts;
  const { queries } = database;
  const key = await store();
  const bracketId = await reference(await store());
  const { order_id: orderId } = await queries
    .updateTable("brackets")
    .set({ source: null })
    .where("bracket_id", "=", bracketId)
    .returning("order_id")
    .executeTakeFirstOrThrow();
  const file = { bracketId, accountId, orderId, sizeBytes: 10, modifiedMs: 1, expiresAt: new Date() };
  await insertUpload(queries, file);
  await database.transact((transaction) =>
    addPart(transaction, bracketId, { start: 0, sizeBytes: 5, key }, new Date()),
  );
  await sweep();
  await pass(2 * dayMs);
  await sweep();
  expect(await isKept(key)).toBe(true);
  expect((await findMissingFiles(queries, storage)).missing.map((one) => one.key)).not.toContain(key);
  await storage.remove(key);
  expect((await findMissingFiles(queries, storage)).missing).toContainEqual({
    owner: `bracket ${bracketId} part`,
    key,
  });
  await storage.write(key, Readable.from([Buffer.from("bytes")]), 100);
  await queries.updateTable("brackets").set({ is_deleted: true }).where("bracket_id", "=", bracketId).execute();
  await sweep();
  await pass(dayMs);
  await sweep();
  expect(await isKept(key)).toBe(false);
});
