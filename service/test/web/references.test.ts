import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import type { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { everyRole } from "../support/members.ts";
import { storeResult } from "../support/stored-result.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
let browsers: Record<"viewer" | "editor", BrowserLike>;
let address: string;
let imageId: string;
let ids: string[];
let orders = 0;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  browsers = await everyRole(app, parts, parts.accountId);
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

beforeEach(async () => {
  ({ imageId, ids, address } = await makePicture());
  await browsers.editor.get(address);
});

/** A finished picture of three frames. */
async function makePicture() {
  const { database, accountId } = parts;
  const { queries } = database;
  const orderId = await ensureOrder(queries, accountId, { name: `order ${++orders}` });
  const common = { orderId, accountId, contentType: null };
  const made = await insertImage(queries, { ...common, name: "a.jpg", preferences: {}, devMode: false });
  await storeResult(parts, made);
  await queries.updateTable("images").set({ status: "processed" }).where("image_id", "=", made).execute();
  const brackets: string[] = [];
  for (const [position, name] of ["a.jpg", "b.jpg", "c.jpg"].entries()) {
    const row = await insertBracket(queries, { ...common, name, imageId: made, heldImageId: null });
    const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: name, format: "jpeg" });
    const { bracket_id } = row;
    await queries.updateTable("brackets").set({ source, position }).where("bracket_id", "=", bracket_id).execute();
    brackets.push(bracket_id);
  }
  return { imageId: made, ids: brackets, address: `/app/orders/${orderId}/grouping` };
}

const state = (id = imageId) =>
  parts.database.queries
    .selectFrom("images")
    .select(["reference_id", "attempt", "status"])
    .where("image_id", "=", id)
    .executeTakeFirstOrThrow();

test("a frame that is chosen as the reference is shown as that, and the picture is made again", async () => {
  const { editor } = browsers;
  const { status, location } = await editor.post(address, { reference: ids[0] });
  expect([status, location]).toEqual([303, expect.stringContaining("done=regrouped")]);
  expect(await state()).toEqual({ reference_id: ids[0], attempt: 1, status: "processing" });
  const { text } = await editor.get(address);
  expect(text).toContain(`name="automatic" value="${ids[0]}"`);
  expect(text).toContain(`name="reference" value="${ids[1]}"`);
  expect(text).not.toContain(`name="reference" value="${ids[0]}"`);
  // Choosing it again changes nothing, and costs no enhancement.
  expect((await editor.post(address, { reference: ids[0] })).status).toBe(303);
  expect(await state()).toMatchObject({ attempt: 1 });
  expect((await editor.post(address, { automatic: ids[0] })).status).toBe(303);
  expect(await state()).toMatchObject({ reference_id: null, attempt: 2 });
});

test("a frame that leaves the picture is not its reference any more; one that stays is", async () => {
  const { editor } = browsers;
  await editor.post(address, { reference: ids[0] });
  await editor.post(address, { action: "each", frames: ids[2] });
  expect(await state()).toMatchObject({ reference_id: ids[0] });
  await editor.post(address, { action: "each", frames: ids[0] });
  expect(await state()).toMatchObject({ reference_id: null });
});

test("frames of another order cannot be chosen, nor any by a viewer", async () => {
  const other = await makePicture();
  const refused = await browsers.editor.post(address, { reference: other.ids[0] });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("The frames were changed meanwhile")]);
  await browsers.viewer.get("/app/orders");
  expect((await browsers.viewer.post(address, { reference: ids[0] })).status).toBe(403);
  expect((await browsers.editor.post(address)).status).toBe(422);
  expect([await state(), await state(other.imageId)]).toEqual(
    Array(2).fill({ reference_id: null, attempt: 0, status: "processed" }),
  );
});
