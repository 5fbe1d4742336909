import { afterAll, beforeAll, expect, test } from "vitest";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder, findOrder } from "../../src/store/order-store.ts";
import { readStudioOrder, readStudioOrders } from "../../src/store/studio-orders.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
const orderId = "house";

beforeAll(async () => {
  parts = await makeTestParts();
  const { queries } = parts.database;
  const { accountId } = parts;
  for (const id of [orderId, "empty"]) await ensureOrder(queries, accountId, { orderId: id, name: id });
  const common = { orderId, accountId, contentType: null, devMode: false };
  const made = {
    key: storageKey("full"),
    sizeBytes: 1,
    sha256: "0123456789abcdef".repeat(4),
    width: 1600,
    height: 1200,
  };
  await insertImage(queries, { ...common, imageId: "a", name: "a.jpg", preferences: { rating: 4 } });
  await insertImage(queries, { ...common, imageId: "b", name: "b.jpg", preferences: {} });
  const check = { passed: false, rung: "full", findings: ["rings", "specks"] };
  const result = { full: made, preview: made, isThreesixty: true, warnings: ["no profile"], check };
  await queries
    .updateTable("images")
    .set({ status: "processed", result: JSON.stringify(result), approved_at: new Date(), downloaded: true })
    .where("image_id", "=", "a")
    .execute();
  for (const [name, imageId] of [
    ["1.jpg", "a"],
    ["2.jpg", "a"],
    ["3.jpg", "a"],
    ["4.jpg", null],
  ] as const) {
    const { bracket_id } = await insertBracket(queries, { ...common, name, imageId, heldImageId: null });
    const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
    const change = { source, is_deleted: name === "3.jpg" };
    await queries.updateTable("brackets").set(change).where("bracket_id", "=", bracket_id).execute();
  }
});

afterAll(() => parts.close());

test("an order is read with its counts and everything that its pages show of a picture", async () => {
  const { queries } = parts.database;
  const row = await findOrder(queries, orderId);
  if (!row) throw new Error("expected the order");
  const order = await readStudioOrder(queries, row, 1);
  expect(order).toMatchObject({ orderId, name: orderId, isMerging: false, total: 2, waitingFiles: 1 });
  expect(order.createdAt).toBeInstanceOf(Date);
  expect(order.counts).toEqual({ registered: 1, processing: 0, processed: 1, error: 0 });
  const plain = { status: "registered", reason: null, picture: undefined, isThreesixty: false };
  expect(order.images).toEqual([
    {
      ...{ imageId: "a", name: "a.jpg", status: "processed", reason: null, isThreesixty: true },
      picture: { width: 1600, height: 1200, version: "0123456789abcdef" },
      ...{ frames: 2, remarks: 3, rating: 4, isApproved: true, isBought: true },
    },
    {
      ...{ ...plain, imageId: "b", name: "b.jpg" },
      ...{ frames: 0, remarks: 0, rating: 0, isApproved: false, isBought: false },
    },
  ]);
  expect((await readStudioOrder(queries, row, 2)).images).toEqual([]);
});

test("the list has every order of the account, also one without pictures", async () => {
  const { orders } = await readStudioOrders(parts.database.queries, parts.accountId, { page: 1, text: "" });
  const facts = orders.map((order) => [order.orderId, order.total, order.waitingFiles, order.images.length]);
  expect(facts.sort()).toEqual([
    ["empty", 0, 0, 0],
    [orderId, 2, 1, 2],
  ]);
});
