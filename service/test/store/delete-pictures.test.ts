import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { type Deleted, deletePictures } from "../../src/store/delete-pictures.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { sweepStorage } from "../../src/store/sweep-storage.ts";
import { storeResult } from "../support/stored-result.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;

beforeEach(async () => {
  parts = await makeTestParts();
  await ensureOrder(parts.database.queries, parts.accountId, { orderId: "one" });
});
afterEach(() => parts.close());

async function keep(): Promise<string> {
  const key = storageKey("source");
  await parts.storage.write(key, Readable.from([Buffer.from("bytes")]), 100);
  return key;
}

async function makeImage() {
  const imageId = randomUUID();
  const { queries } = parts.database;
  const common = { orderId: "one", accountId: parts.accountId, name: "a.jpg", contentType: null };
  await insertImage(queries, { ...common, imageId, preferences: {}, devMode: false });
  return { imageId, keys: await storeResult(parts, imageId) };
}

/** A bracket with its file; of no image where `place` says so. */
async function makeBracket(place: { imageId: string | null; heldImageId: string | null }) {
  const { queries } = parts.database;
  const common = { orderId: "one", accountId: parts.accountId, name: "a.jpg", contentType: null };
  const { bracket_id: bracketId } = await insertBracket(queries, { ...common, ...place });
  const key = await keep();
  const source = JSON.stringify({ key, sizeBytes: 5, sha256: "", format: "jpeg" });
  await queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  return { bracketId, key };
}

async function remove(which: Deleted) {
  await parts.database.queries.transaction().execute((one) => deletePictures(one, parts.queue, which));
  startJobs(parts);
  await vi.waitFor(async () => expect(await parts.queue.size("remove-files")).toBe(0), 10_000);
}

async function areKept(keys: readonly string[]) {
  return Promise.all(keys.map(async (key) => (await parts.storage.find(key)) !== undefined));
}

test("with an image go its pictures and its frames, and no other's", async () => {
  const [gone, stays] = [await makeImage(), await makeImage()];
  const goneFrame = await makeBracket({ imageId: gone.imageId, heldImageId: null });
  const staysFrame = await makeBracket({ imageId: stays.imageId, heldImageId: null });
  await remove({ imageId: gone.imageId });
  await vi.waitFor(async () => expect(await areKept([...gone.keys, goneFrame.key])).toEqual([false, false, false]));
  expect(await areKept([...stays.keys, staysFrame.key])).toEqual([true, true, true]);
});

test("with an image that waits to be merged goes its frame, but not one that another image has taken", async () => {
  const [held, other] = [await makeImage(), await makeImage()];
  const waiting = await makeBracket({ imageId: null, heldImageId: held.imageId });
  const taken = await makeBracket({ imageId: other.imageId, heldImageId: held.imageId });
  await remove({ imageId: held.imageId });
  await vi.waitFor(async () => expect(await areKept([waiting.key])).toEqual([false]));
  expect(await areKept([taken.key])).toEqual([true]);
});

test("with a bracket goes its file, with an order all of them", async () => {
  const image = await makeImage();
  const [first, second] = [
    await makeBracket({ imageId: image.imageId, heldImageId: null }),
    await makeBracket({ imageId: null, heldImageId: null }),
  ];
  await remove({ bracketId: first.bracketId });
  await vi.waitFor(async () => expect(await areKept([first.key, second.key])).toEqual([false, true]));
  await parts.database.queries.transaction().execute((one) => deletePictures(one, parts.queue, { orderId: "one" }));
  parts.queue.wake("remove-files");
  await vi.waitFor(
    async () => expect(await areKept([second.key, ...image.keys])).toEqual([false, false, false]),
    10_000,
  );
});

test("what was deleted is not kept by the sweep after a crash", async () => {
  const { key, bracketId } = await makeBracket({ imageId: null, heldImageId: null });
  await parts.database.queries.transaction().execute((one) => deletePictures(one, parts.queue, { bracketId }));
  expect(await sweepStorage(parts.database.queries, parts.storage, { graceMs: 0 })).toBe(1);
  expect(await areKept([key])).toEqual([false]);
});
