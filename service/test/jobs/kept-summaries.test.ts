import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupOrder } from "../../src/jobs/group-order.ts";
import { inspectUpload } from "../../src/jobs/keep-upload.ts";
import { removeFiles } from "../../src/jobs/start-jobs.ts";
import type { Parts } from "../../src/parts.ts";
import type { Jobs } from "../../src/queue/jobs.ts";
import { type Storage, storageKey } from "../../src/storage/storage.ts";
import { keysOfAccount } from "../../src/store/account-states.ts";
import { insertBracket, keepSummary } from "../../src/store/bracket-store.ts";
import { deletePictures } from "../../src/store/delete-pictures.ts";
import { beginGrouping, ensureOrder } from "../../src/store/order-store.ts";
import { sweepStorage } from "../../src/store/sweep-storage.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { shootFile } from "../support/test-service.ts";

const names = ["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG", "IMG_0012.JPG"];

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts();
});
afterAll(() => parts.close());

/** An order whose brackets wait to be grouped; their ids. */
async function holdBrackets(orderId: string): Promise<string[]> {
  const { database, storage, accountId } = parts;
  const { queries } = database;
  await ensureOrder(queries, accountId, { orderId });
  const ids: string[] = [];
  for (const [i, name] of names.entries()) {
    const place = { imageId: null, heldImageId: null, contentType: null };
    const { bracket_id } = await insertBracket(queries, { orderId, accountId, name, ...place });
    const key = storageKey("source");
    const { sizeBytes, sha256 } = await storage.write(key, Readable.from([await shootFile(name)]), 1e9);
    const source = JSON.stringify({ key, sizeBytes, sha256, format: "jpeg" });
    // Of two that came in one millisecond none is the first.
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, i));
    await queries.updateTable("brackets").set({ source, created_at }).where("bracket_id", "=", bracket_id).execute();
    ids.push(bracket_id);
  }
  return ids;
}

/** The storage, which counts the bytes that are fetched from it, by kind. */
function counted(storage: Storage): { readonly storage: Storage; readonly bytes: Record<string, number> } {
  const bytes: Record<string, number> = {};
  const borrow = async (key: string) => {
    const kind = key.slice(0, key.indexOf("/"));
    const { sizeBytes = 0 } = (await storage.find(key)) ?? {};
    bytes[kind] = (bytes[kind] ?? 0) + sizeBytes;
    return storage.borrow(key);
  };
  const adopt = (key: string, path: string) => storage.adopt(key, path);
  return { storage: { borrow, adopt } as unknown as Storage, bytes };
}

async function group(orderId: string, given: Parts) {
  const { queries } = parts.database;
  const groupingId = (await beginGrouping(queries, orderId, null)) ?? "";
  await groupOrder({ orderId, groupingId, grouping: { by: "sight" }, preferences: {}, devMode: false }, given);
  const brackets = await queries
    .selectFrom("brackets")
    .innerJoin("images", "images.image_id", "brackets.image_id")
    .select(["name", "position", "image_name", "house"])
    .where("brackets.order_id", "=", orderId)
    .orderBy("name")
    .execute();
  return brackets;
}

test("kept summaries give the groups and the house that the files give, and no upload is fetched for them", async () => {
  const { queries } = parts.database;
  const whole = counted(parts.storage);
  for (const id of await holdBrackets("files")) await keepSummary(queries, id, { key: null, sizeBytes: 0 });
  const expected = await group("files", { ...parts, storage: whole.storage });
  expect(new Set(expected.map(({ image_name }) => image_name)).size).toBe(2);

  const inspecting = counted(parts.storage);
  const ids = await holdBrackets("summaries");
  for (const bracketId of ids) await inspectUpload({ bracketId }, { ...parts, storage: inspecting.storage });
  const grouping = counted(parts.storage);
  expect(await group("summaries", { ...parts, storage: grouping.storage })).toEqual(expected);
  const [all] = Object.values(inspecting.bytes);
  expect(Object.keys(inspecting.bytes)).toEqual(["source"]);
  expect(whole.bytes).toEqual({ source: 2 * all });
  expect(Object.keys(grouping.bytes)).toEqual(["summary"]);
  expect(grouping.bytes["summary"]).toBeLessThan(2 * names.length * 150_000);
}, 120_000);

test("a summary is the account's, stays while its upload does, and is removed with it", async () => {
  const { database, storage, queue, accountId } = parts;
  const { queries } = database;
  const [bracketId] = await holdBrackets("removed");
  await inspectUpload({ bracketId }, parts);
  const { summary } = await queries
    .selectFrom("brackets")
    .select("summary")
    .where("bracket_id", "=", bracketId)
    .executeTakeFirstOrThrow();
  const key = summary?.key ?? "";
  expect(await keysOfAccount(queries, accountId)).toContain(key);
  await sweepStorage(queries, storage, { graceMs: 0 });
  expect(await storage.find(key)).toEqual({ sizeBytes: summary?.sizeBytes });
  await database.transact((transaction) => deletePictures(transaction, queue, { bracketId }));
  const { rows } = await database.executeSql("select data from jobs.job where name = 'remove-files'");
  for (const { data } of rows as unknown as readonly { data: Jobs["remove-files"] }[]) await removeFiles(data, parts);
  expect(await storage.find(key)).toBe(undefined);
}, 60_000);
