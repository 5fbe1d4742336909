import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageKey } from "../../src/storage/storage-key.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { sweepStorage } from "../../src/store/sweep-storage.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts();
});
afterAll(() => parts.close());

test("files that no row names are removed, and no others", async () => {
  const { storage, accountId, database } = parts;
  const [named, left] = [storageKey("source"), storageKey("full")];
  for (const key of [named, left]) await storage.write(key, Readable.from([Buffer.from("bytes")]), 100);
  const now = new Date();
  const orderId = await ensureOrder(database.queries, accountId, { now });
  const { bracket_id: bracketId } = await insertBracket(database.queries, {
    orderId,
    accountId,
    name: "a.jpg",
    imageId: null,
    heldImageId: null,
    contentType: null,
    now,
  });
  const source = JSON.stringify({ key: named, sizeBytes: 5, sha256: "", format: "jpeg" });
  await database.queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  expect(await sweepStorage(database.queries, storage)).toBe(1);
  expect(await storage.find(named)).toEqual({ sizeBytes: 5 });
  expect(await storage.find(left)).toBeUndefined();
  expect(await sweepStorage(database.queries, storage)).toBe(0);
});
