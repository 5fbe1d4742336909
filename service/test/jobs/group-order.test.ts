import { afterAll, beforeAll, expect, test } from "vitest";
import { insertBracket } from "../../src/brackets/bracket-store.ts";
import { groupOrder } from "../../src/jobs/group-order.ts";
import { ensureOrder, isOrderProcessing } from "../../src/orders/order-store.ts";
import { storageKey } from "../../src/storage/storage-key.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
beforeAll(async () => {
  // Nothing may be enhanced: each image ends with its event in the transaction that makes it.
  parts = await makeTestParts({ dailyEnhancements: 0 });
  await parts.database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
});
afterAll(() => parts.close());

test("while brackets are grouped their order is processing, and the event of its last image alone says that it is done", async () => {
  const { database, accountId } = parts;
  await ensureOrder(database.queries, accountId, { orderId: "one", now: new Date() });
  await database.queries.updateTable("orders").set({ is_merging: true }).execute();
  const lists: string[][] = [];
  for (const name of ["a.jpg", "b.jpg", "c.jpg"]) {
    const place = { imageId: null, heldImageId: null, contentType: null, now: new Date() };
    const { bracket_id: bracketId } = await insertBracket(database.queries, {
      orderId: "one",
      accountId,
      name,
      ...place,
    });
    const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
    await database.queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
    lists.push([bracketId]);
  }
  expect(await isOrderProcessing(database.queries, "one")).toBe(true);
  await groupOrder({ orderId: "one", grouping: { by: "lists", lists }, preferences: {}, devMode: false }, parts);
  expect(await isOrderProcessing(database.queries, "one")).toBe(false);
  const events = await database.queries.selectFrom("events").select("payload").orderBy("sequence").execute();
  const processed = events.map(({ payload }) => payload).filter((payload) => payload["event"] === "image_processed");
  expect(processed.map((payload) => payload["order_is_processing"])).toEqual([true, true, false]);
});
