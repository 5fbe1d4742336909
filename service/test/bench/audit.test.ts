import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditDatabase } from "../../bench/kills/audit.ts";
import type { OrderRecord } from "../../bench/kills/orders.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import type { Received } from "../support/receiver.ts";
import { storeResult } from "../support/stored-result.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let order: OrderRecord;
let received: Received[];

/** An order with one finished image, which was bought, and its two events, which were delivered. */
beforeEach(async () => {
  parts = await makeTestParts();
  const { accountId, storage } = parts;
  const { queries } = parts.database;
  await ensureOrder(queries, accountId, { orderId: "order" });
  const common = { orderId: "order", accountId, name: "a.jpg", contentType: null };
  await insertImage(queries, { ...common, imageId: "image", preferences: {}, devMode: false });
  const { bracket_id: bracketId } = await insertBracket(queries, { ...common, imageId: "image", heldImageId: null });
  const key = storageKey("source");
  const { sizeBytes, sha256 } = await storage.write(key, Readable.from([Buffer.from("upload")]), 100);
  const source = JSON.stringify({ key, sizeBytes, sha256, format: "jpeg" });
  await queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  await storeResult(parts, "image");
  await queries.updateTable("images").set({ status: "processed", attempt: 1 }).execute();
  await queries
    .insertInto("enhancement_days")
    .values({ account_id: accountId, day: "2026-11-29", enhancements: 1 })
    .execute();
  await queries
    .insertInto("purchases")
    .values({ image_id: "image", account_id: accountId, purchased_at: new Date() })
    .execute();
  received = [];
  for (const event of ["image_registered", "image_processed"]) await addEvent(event);
  const { result } = await queries.selectFrom("images").select("result").executeTakeFirstOrThrow();
  order = {
    orderId: "order",
    imageIds: ["image"],
    bracketIds: [],
    previews: new Map([["image", result?.preview.sha256 ?? ""]]),
    bought: new Map([["image", result?.full.sha256 ?? ""]]),
    uploads: new Map([["image", sha256]]),
    wrong: [],
  };
});
afterEach(() => parts.close());

async function addEvent(event: string): Promise<void> {
  const now = new Date();
  const id = `msg_${randomUUID()}`;
  const place = { event_id: id, account_id: parts.accountId, order_id: "order" };
  const payload = JSON.stringify({ event, image_id: "image" });
  const times = { created_at: now, next_attempt_at: now };
  await parts.database.queries
    .insertInto("events")
    .values({ ...place, payload, state: "delivered", ...times })
    .execute();
  received.push({ path: "/hook", headers: { "webhook-id": id }, text: payload });
}

function audit(): Promise<string[]> {
  return auditDatabase(parts.database, parts.storage, [order], received);
}

test("finds nothing where every promise was kept, also after an event that arrived twice", async () => {
  received.push(received[0]);
  expect(await audit()).toEqual([]);
});

test("has the sweep remove what nothing references", async () => {
  const key = storageKey("full");
  await parts.storage.write(key, Readable.from([Buffer.from("stray")]), 100);
  expect(await audit()).toEqual([]);
  expect(await parts.storage.find(key)).toBeUndefined();
});

const broken: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
  ["a lost image", async () => order.imageIds.push("another"), /image another was lost/],
  ["an image without its end", () => run("update images set status = 'processing'"), /image image is processing/],
  ["a picture that changed", () => setSha("full"), /another picture than the one that was bought/],
  ["a preview that changed", () => setSha("preview"), /another picture than the one that was seen/],
  ["an upload that changed", async () => order.uploads.set("image", "0"), /is not what was sent/],
  ["a second attempt", () => run("update images set attempt = 2"), /was begun 2 times/],
  ["an enhancement counted twice", () => run("update enhancement_days set enhancements = 2"), /2 enhancements were/],
  ["a lost purchase", () => run("delete from purchases"), /the purchase of image image was lost/],
  ["a purchase too many", async () => order.bought.clear(), /was not bought/],
  ["an event that was recorded twice", () => addEvent("image_processed"), /2 events tell/],
  ["an event that never arrived", async () => received.pop(), /never arrived/],
  ["events out of order", async () => received.reverse(), /arrived before an older one/],
  ["an event that waits", () => run("update events set state = 'pending'"), /is pending/],
  ["a lost file", async () => parts.storage.remove(await anyKey()), /is missing/],
  ["a broken file", () => run("update brackets set source = jsonb_set(source, '{sha256}', '\"0\"')"), /is broken/],
  ["a job that is left", () => sendJob(), /a job enhance-image was left created/],
];

test.each(broken)("finds %s", async (_, breakRule, message) => {
  await breakRule();
  expect((await audit()).join("\n")).toMatch(message);
});

function run(statement: string): Promise<unknown> {
  return parts.database.executeSql(statement);
}

function setSha(kind: "full" | "preview"): Promise<unknown> {
  return run(`update images set result = jsonb_set(result, '{${kind},sha256}', '"0"')`);
}

async function anyKey(): Promise<string> {
  for await (const key of parts.storage.list()) return key;
  throw new Error("nothing is stored");
}

function sendJob(): Promise<void> {
  return parts.queue.send("enhance-image", { imageId: "image", attempt: 1 }, parts.database.queries);
}
