import { basename } from "node:path";
import type { HouseSetting } from "lightwell";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Preferences } from "../../src/domain/preferences.ts";
import { type CallResults, type EngineCall, EngineFailure } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { viewOrders } from "../../src/http/orders/order-view.ts";
import { groupOrder } from "../../src/jobs/group-order.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { beginGrouping, ensureOrder, isOrderProcessing } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const setting: HouseSetting = { rooms: 3, level: 0.75, room: 1, whites: [{ red: 0.1, blue: -0.25 }], paints: [] };

/** What the engine makes of the sets, by the names of their files. */
type Answer = (sets: readonly string[][]) => CallResults["house"] | Promise<CallResults["house"]>;

/** Answers calls for a house alone, by `answer`. */
class HouseEngines extends EnginePool {
  readonly calls: (EngineCall & { kind: "house" })[] = [];
  readonly #answer: Answer;

  constructor(answer: Answer) {
    super(1, {});
    this.#answer = answer;
  }

  override async run(call: EngineCall): Promise<never> {
    if (call.kind !== "house") throw new Error("another call");
    this.calls.push(call);
    return (await this.#answer(namesOf(call))) as never;
  }
}

function namesOf({ sets }: EngineCall & { kind: "house" }): string[][] {
  return sets.map((paths) => paths.map((path) => basename(path)));
}

const orderId = "one";
let parts: TestParts;

beforeEach(async () => {
  parts = await makeTestParts();
  await ensureOrder(parts.database.queries, parts.accountId, { orderId });
});
afterEach(() => parts.close());

/** A bracket that was uploaded: held by an image with `preferences` where those are given, and by none else. */
async function addBracket(name: string, preferences?: Preferences): Promise<string> {
  const { queries } = parts.database;
  const common = { orderId, accountId: parts.accountId, name, contentType: null };
  if (preferences) await insertImage(queries, { ...common, imageId: name, preferences, devMode: false });
  const place = { imageId: null, heldImageId: preferences ? name : null };
  const { bracket_id: bracketId } = await insertBracket(queries, { ...common, ...place });
  const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
  await queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  return bracketId;
}

async function group(lists: string[][], engines: EnginePool, preferences: Preferences = {}): Promise<void> {
  await groupOrder({ orderId, grouping: { by: "lists", lists }, preferences, devMode: false }, { ...parts, engines });
}

/** What each image of the order was kept, by its name. */
async function houses(): Promise<Record<string, unknown>> {
  const images = await parts.database.queries.selectFrom("images").select(["image_name", "house"]).execute();
  return Object.fromEntries(images.map(({ image_name, house }) => [image_name, house]));
}

async function statuses(): Promise<string[]> {
  const images = await parts.database.queries.selectFrom("images").select("status").execute();
  return images.map(({ status }) => status);
}

test("a house is read once, with the images that the order has, and kept with those that want it", async () => {
  const first = new HouseEngines(() => []);
  await group([[await addBracket("hall.jpg")]], first);
  expect(first.calls).toEqual([]);
  const lists = [
    [await addBracket("a1.jpg", { enhance_type: "modern" }), await addBracket("a2.jpg", { enhance_type: "natural" })],
    [await addBracket("b.jpg")],
    [await addBracket("c.jpg")],
    [await addBracket("d.jpg", { enhance_type: "modern", rating: 2 })],
  ];
  const engines = new HouseEngines((sets) => sets.map(([name]) => (/^[abc]/.test(name) ? setting : undefined)));
  await group(lists, engines, { enhance_type: "modern" });
  const [call, ...more] = engines.calls;
  expect(more).toEqual([]);
  expect(namesOf(call).sort()).toEqual([["a1.jpg", "a2.jpg"], ["b.jpg"], ["c.jpg"], ["d.jpg"], ["hall.jpg"]]);
  expect(call.options).toEqual({ style: "modern" });
  const kept = { preferences: { style: "modern" }, setting };
  expect(await houses()).toEqual({
    "hall.jpg": null,
    "a1.jpg": kept,
    "a2.jpg": null,
    "b.jpg": kept,
    "c.jpg": kept,
    "d.jpg": null,
  });
});

test("images that ask for something else than most are made by themselves, and those that are not enhanced ask for nothing", async () => {
  const lists = [
    [await addBracket("a.jpg", { brightness_boost: "HIGH" })],
    [await addBracket("b.jpg")],
    [await addBracket("c.jpg")],
    [await addBracket("d.jpg", { enhance: false })],
  ];
  const engines = new HouseEngines(() => lists.map(() => setting));
  await group(lists, engines);
  expect(engines.calls.map(({ options }) => options)).toEqual([{}]);
  const kept = { preferences: {}, setting };
  expect(await houses()).toEqual({ "a.jpg": null, "b.jpg": kept, "c.jpg": kept, "d.jpg": null });
  const later = new HouseEngines(() => []);
  await group([[await addBracket("e.jpg")]], later, { enhance: false });
  expect(later.calls).toEqual([]);
});

test("where the house cannot be read, the images are made without it; where the service stops, the grouping waits", async () => {
  const lists = [[await addBracket("a.jpg")], [await addBracket("b.jpg")]];
  const stopped = new HouseEngines(() => {
    throw new EngineFailure("cancelled", "cancelled", "the service stops");
  });
  await expect(group(lists, stopped)).rejects.toThrow("the service stops");
  expect(await statuses()).toEqual(["registered", "registered"]);
  const crashing = new HouseEngines(() => {
    throw new EngineFailure("internal", "crashed", "the engine's process ended");
  });
  await group(lists, crashing);
  expect(await houses()).toEqual({ "a.jpg": null, "b.jpg": null });
  expect(await statuses()).toEqual(["processing", "processing"]);
});

test("a house whose engine was killed is read again, by another", async () => {
  const lists = [[await addBracket("a.jpg")], [await addBracket("b.jpg")]];
  let calls = 0;
  const killed = new HouseEngines((sets) => {
    if (++calls < 3) throw new EngineFailure("internal", "crashed", "the engine's process ended (SIGKILL)");
    return sets.map(() => setting);
  });
  await group(lists, killed);
  const kept = { preferences: {}, setting };
  expect(await houses()).toEqual({ "a.jpg": kept, "b.jpg": kept });
});

test("an order shows its images while its house is read, and then begins each once, also after a crash", async () => {
  const { queries } = parts.database;
  const groupingId = (await beginGrouping(queries, orderId, null)) ?? "";
  const lists = [[await addBracket("a.jpg")], [await addBracket("b.jpg")], [await addBracket("c.jpg")]];
  const job = { orderId, groupingId, grouping: { by: "lists", lists }, preferences: {}, devMode: false } as const;
  const seen: unknown[] = [];
  const look = async () => {
    const [order] = await viewOrders(queries, await queries.selectFrom("orders").selectAll().execute());
    seen.push([order.is_merging, order.total_images, await statuses(), await parts.queue.size("enhance-image")]);
    expect(await isOrderProcessing(queries, orderId)).toBe(true);
  };
  const crashing = new HouseEngines(async () => {
    await look();
    throw new EngineFailure("cancelled", "cancelled", "the service is killed");
  });
  await expect(groupOrder(job, { ...parts, engines: crashing })).rejects.toThrow("killed");
  const engines = new HouseEngines(async (sets) => {
    await look();
    return sets.map(() => setting);
  });
  await groupOrder(job, { ...parts, engines });
  const waiting = ["registered", "registered", "registered"];
  expect(seen).toEqual([
    [true, 3, waiting, 0],
    [true, 3, waiting, 0],
  ]);
  const kept = { preferences: {}, setting };
  expect(await houses()).toEqual({ "a.jpg": kept, "b.jpg": kept, "c.jpg": kept });
  expect(await statuses()).toEqual(["processing", "processing", "processing"]);
  expect(await parts.queue.size("enhance-image")).toBe(3);
  const [order] = await viewOrders(queries, await queries.selectFrom("orders").selectAll().execute());
  expect([order.is_merging, order.is_processing]).toEqual([false, true]);
});
