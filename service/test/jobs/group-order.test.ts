import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EngineCall, EngineFailure } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { groupOrder } from "../../src/jobs/group-order.ts";
import { inspectUpload } from "../../src/jobs/keep-upload.ts";
import { FileCache } from "../../src/storage/file-cache.ts";
import { type Storage, storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { type Deleted, deletePictures } from "../../src/store/delete-pictures.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { beginGrouping, deleteOrder, ensureOrder, isOrderProcessing } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
beforeAll(async () => {
  // Nothing may be enhanced: each image ends with its event in the transaction that makes it.
  parts = await makeTestParts({ dailyEnhancements: 0 });
  await parts.database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
});
afterAll(() => parts.close());

/** An uploaded bracket that waits to be grouped; its id. */
async function holdBracket(orderId: string, name: string): Promise<string> {
  const { database, accountId } = parts;
  const place = { imageId: null, heldImageId: null, contentType: null };
  const { bracket_id } = await insertBracket(database.queries, { orderId, accountId, name, ...place });
  const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
  await database.queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracket_id).execute();
  return bracket_id;
}

/** What the events of the order's images say of the order. */
async function reportedProcessing(orderId: string) {
  const events = parts.database.queries.selectFrom("events").select("payload").where("order_id", "=", orderId);
  const payloads = (await events.orderBy("sequence").execute()).map(({ payload }) => payload);
  return payloads.flatMap((payload) => (payload["event"] === "image_processed" ? payload["order_is_processing"] : []));
}

async function isMerging(orderId: string) {
  const orders = parts.database.queries.selectFrom("orders").select("is_merging").where("order_id", "=", orderId);
  return (await orders.executeTakeFirstOrThrow()).is_merging;
}

test("while brackets are grouped their order is processing, and only the event of its last image says that it is done", async () => {
  const { database, accountId } = parts;
  await ensureOrder(database.queries, accountId, { orderId: "one" });
  const groupingId = (await beginGrouping(database.queries, "one", null)) ?? "";
  const lists: string[][] = [];
  for (const name of ["a.jpg", "b.jpg", "c.jpg"]) lists.push([await holdBracket("one", name)]);
  expect(await isOrderProcessing(database.queries, "one")).toBe(true);
  const wishes = { preferences: { enhance: false }, devMode: false };
  await groupOrder({ orderId: "one", groupingId, grouping: { by: "lists", lists }, ...wishes }, parts);
  expect(await isOrderProcessing(database.queries, "one")).toBe(false);
  expect(await reportedProcessing("one")).toEqual([true, true, false]);
});

test("an order with two groupings merges until both have ended, and its events do not wait for a grouping without brackets", async () => {
  const { database, accountId } = parts;
  const { queries } = database;
  await ensureOrder(queries, accountId, { orderId: "twice" });
  const wishes = { preferences: {}, devMode: false };
  const askFor = async (name: string) => {
    const lists = [[await holdBracket("twice", name)]];
    const groupingId = (await beginGrouping(queries, "twice", lists[0])) ?? "";
    return { orderId: "twice", groupingId, grouping: { by: "lists", lists } as const, ...wishes };
  };
  const [first, second] = [await askFor("a.jpg"), await askFor("b.jpg")];
  await groupOrder(first, parts);
  // As after a crash.
  await groupOrder(first, parts);
  expect([await isMerging("twice"), await reportedProcessing("twice")]).toEqual([true, [true]]);
  // A client that sends its request again before the brackets are placed; one that belongs to no list stays.
  const again = await beginGrouping(queries, "twice", second.grouping.lists[0]);
  await holdBracket("twice", "c.jpg");
  await groupOrder(second, parts);
  expect([await isMerging("twice"), await reportedProcessing("twice")]).toEqual([true, [true, false]]);
  await groupOrder({ ...second, groupingId: again ?? "" }, parts);
  expect(await isMerging("twice")).toBe(false);
});

describe("what is deleted while its order is grouped", () => {
  /** Takes all files for one set, after `meanwhile`. */
  class SlowEngines extends EnginePool {
    readonly #meanwhile: () => Promise<void>;

    constructor(meanwhile: () => Promise<void>) {
      super(1, {});
      this.#meanwhile = meanwhile;
    }

    override async run(call: EngineCall): Promise<never> {
      if (call.kind !== "group") return [] as never;
      await this.#meanwhile();
      const files = call.kind === "group" ? call.files : [];
      return { groups: [{ files, reasons: [], confidence: 1 }], failed: [] } as never;
    }
  }

  /** An order that is being merged, with a bracket a name: of an image that waits for it where `isHeld`. */
  async function makeOrder(orderId: string, names: readonly string[], { isHeld }: { isHeld: boolean }) {
    const { accountId } = parts;
    const { queries } = parts.database;
    await ensureOrder(queries, accountId, { orderId });
    const groupingId = (await beginGrouping(queries, orderId, null)) ?? "";
    const brackets: string[] = [];
    const now = Date.now();
    for (const [i, name] of names.entries()) {
      const common = { orderId, accountId, name, contentType: null };
      const imageId = `${orderId}-${name}`;
      if (isHeld) await insertImage(queries, { ...common, imageId, preferences: {}, devMode: false });
      const place = { imageId: null, heldImageId: isHeld ? imageId : null };
      const { bracket_id: bracketId } = await insertBracket(queries, { ...common, ...place });
      const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
      // Of two that came in one millisecond none is the first.
      const created_at = new Date(now + i);
      await queries.updateTable("brackets").set({ source, created_at }).where("bracket_id", "=", bracketId).execute();
      brackets.push(bracketId);
    }
    return { groupingId, brackets };
  }

  async function groupWhile(orderId: string, groupingId: string, meanwhile: () => Promise<void>) {
    const engines = new SlowEngines(meanwhile);
    const job = { orderId, groupingId, grouping: { by: "sight" }, preferences: {}, devMode: false } as const;
    await groupOrder(job, { ...parts, engines });
  }

  async function remove(...all: readonly Deleted[]) {
    await parts.database.queries.transaction().execute(async (transaction) => {
      for (const which of all) {
        if ("orderId" in which) {
          await deleteOrder(transaction, which.orderId);
        }
        await deletePictures(transaction, parts.queue, which);
      }
    });
  }

  function images(orderId: string) {
    return parts.database.queries
      .selectFrom("images")
      .select(["image_id", "image_name", "status", "parent_image_id"])
      .where("order_id", "=", orderId)
      .where("is_deleted", "=", false)
      .orderBy("image_name")
      .execute();
  }

  function brackets(orderId: string) {
    return parts.database.queries
      .selectFrom("brackets")
      .select(["name", "image_id", "position"])
      .where("order_id", "=", orderId)
      .orderBy("name")
      .execute();
  }

  async function eventsOf(orderId: string) {
    const events = parts.database.queries.selectFrom("events").select("payload").where("order_id", "=", orderId);
    return (await events.orderBy("sequence").execute()).map(({ payload }) => payload["event"]);
  }

  test("an image that waited for it: the others are merged without it", async () => {
    const { groupingId } = await makeOrder("held", ["a", "b", "c"], { isHeld: true });
    await groupWhile("held", groupingId, () => remove({ imageId: "held-a" }));
    expect(await images("held")).toEqual([
      { image_id: "held-b", image_name: "b", status: "error", parent_image_id: null },
      { image_id: "held-c", image_name: "c", status: "registered", parent_image_id: "held-b" },
    ]);
    expect(await brackets("held")).toEqual([
      { name: "a", image_id: null, position: null },
      { name: "b", image_id: "held-b", position: 0 },
      { name: "c", image_id: "held-b", position: 1 },
    ]);
    expect(await isMerging("held")).toBe(false);
  });

  test("the first bracket: the image takes the name of the next", async () => {
    const { groupingId, brackets: ids } = await makeOrder("loose", ["a", "b", "c"], { isHeld: false });
    await groupWhile("loose", groupingId, () => remove({ bracketId: ids[0] }));
    const [image, ...more] = await images("loose");
    expect([image.image_name, more]).toEqual(["b", []]);
    expect((await brackets("loose")).map(({ position }) => position)).toEqual([null, 0, 1]);
  });

  test("all brackets: no image is made, and the merging ends", async () => {
    const { groupingId, brackets: ids } = await makeOrder("empty", ["a", "b"], { isHeld: false });
    await groupWhile("empty", groupingId, () => remove(...ids.map((bracketId) => ({ bracketId }))));
    expect([await images("empty"), await eventsOf("empty"), await isMerging("empty")]).toEqual([[], [], false]);
  });

  test("the order: no image is made, even of a bracket that came later", async () => {
    const { groupingId, brackets: ids } = await makeOrder("gone", ["a", "b"], { isHeld: false });
    await groupWhile("gone", groupingId, async () => {
      await remove({ orderId: "gone" });
      const bracket = parts.database.queries.updateTable("brackets").set({ is_deleted: false });
      await bracket.where("bracket_id", "=", ids[1]).execute();
    });
    expect([await images("gone"), await eventsOf("gone"), await isMerging("gone")]).toEqual([[], [], false]);
  });

  test("brackets that a run before placed stay where they are", async () => {
    const { groupingId, brackets: ids } = await makeOrder("again", ["a", "b"], { isHeld: false });
    await groupWhile("again", groupingId, async () => {
      const lists = [[ids[0]]];
      const job = {
        orderId: "again",
        groupingId,
        grouping: { by: "lists", lists },
        preferences: {},
        devMode: false,
      } as const;
      await groupOrder(job, parts);
    });
    const made = await images("again");
    expect(made.map(({ image_name }) => image_name)).toEqual(["a", "b"]);
    expect(await brackets("again")).toEqual([
      { name: "a", image_id: made[0].image_id, position: 0 },
      { name: "b", image_id: made[1].image_id, position: 0 },
    ]);
  });
});

describe("an order in a remote storage", () => {
  /** Summarizes what has an s in its name, and takes each file for a set. */
  class Engines extends EnginePool {
    readonly calls: string[] = [];
    refusesSummaries = false;

    override async run(call: EngineCall): Promise<never> {
      this.calls.push(call.kind);
      if (call.kind === "summarize") {
        const facts = { format: "jpeg" };
        for (const path of call.summaries) await writeFile(path, "summary");
        return call.files.map((file) => ({ facts, isSummarized: basename(file).startsWith("s") })) as never;
      }
      if (call.kind !== "group" && call.kind !== "house") throw new Error("another call");
      const files = call.kind === "group" ? call.files : call.sets.flat();
      const summarized = files.filter((file) => call.summaries[file] !== undefined);
      if (this.refusesSummaries && summarized.length > 0) throw new EngineFailure("input/summary", "input", "old");
      // Each file or its summary is there.
      for (const file of files) await readFile(call.summaries[file] ?? file);
      if (call.kind === "house") return call.sets.map(() => undefined) as never;
      return { groups: files.map((file) => ({ files: [file], reasons: [], confidence: 1 })), failed: [] } as never;
    }
  }

  /** Groups an order with these files; what was fetched, by kind, and what the engine was asked. */
  async function groupRemotely(orderId: string, names: readonly string[], engines = new Engines(0, {})) {
    const { database, accountId, storage } = parts;
    const fetched: string[] = [];
    const cache = await FileCache.open(join(parts.config.dataDir, "cache"), {
      maxBytes: 0,
      load: async (key, path) => {
        fetched.push(key.slice(0, key.indexOf("/")));
        await writeFile(path, "bytes");
      },
    });
    const remote = {
      borrow: (key: string) => cache.borrow(key),
      adopt: (key: string, path: string) => storage.adopt(key, path),
      remove: (key: string) => storage.remove(key),
    } as unknown as Storage;
    await ensureOrder(database.queries, accountId, { orderId });
    const groupingId = (await beginGrouping(database.queries, orderId, null)) ?? "";
    const ids: string[] = [];
    for (const name of names) ids.push(await holdBracket(orderId, name));
    const inspected = { ...parts, storage: remote, engines, renderers: engines };
    const group = async () => {
      const job = { orderId, groupingId, grouping: { by: "sight" }, preferences: {}, devMode: false } as const;
      await groupOrder(job, inspected);
      expect(cache.sizeBytes).toBe(0);
      cache.close();
      return { fetched: fetched.sort(), calls: engines.calls };
    };
    const inspect = async () => {
      for (const bracketId of ids) await inspectUpload({ bracketId }, inspected);
    };
    return { group, inspect, fetched };
  }

  test("is grouped and its house read without fetching an upload again that was inspected", async () => {
    const { group, inspect, fetched } = await groupRemotely("inspected", ["s1.jpg", "s2.jpg", "s3.jpg"]);
    await inspect();
    expect(fetched.splice(0)).toEqual(["source", "source", "source"]);
    const done = await group();
    expect(done.calls).toEqual(["summarize", "summarize", "summarize", "group", "house"]);
    expect(new Set(done.fetched)).toEqual(new Set(["summary"]));
  });

  test("is inspected by its grouping, where that comes first, and not again afterwards", async () => {
    const { group, inspect } = await groupRemotely("early", ["s1.jpg", "s2.jpg", "s3.jpg"]);
    const { fetched, calls } = await group();
    await inspect();
    expect(calls).toEqual(["summarize", "group", "house"]);
    expect(fetched.filter((kind) => kind === "source")).toHaveLength(3);
  });

  test("is fetched where an upload could not be summarized, and where the engine refuses summaries", async () => {
    const mixed = await groupRemotely("mixed", ["s1.jpg", "b.jpg"]);
    const { fetched, calls } = await mixed.group();
    expect(fetched).toEqual(["source", "source", "source", "source", "summary", "summary"]);
    expect(calls).toEqual(["summarize", "group", "house"]);
    const engines = new Engines(0, {});
    engines.refusesSummaries = true;
    const old = await groupRemotely("old", ["s1.jpg", "s2.jpg"], engines);
    expect((await old.group()).calls).toEqual(["summarize", "group", "group", "house", "house"]);
    expect(old.fetched.filter((kind) => kind === "source")).toHaveLength(6);
  });
});
