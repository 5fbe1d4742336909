import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EngineCall, EngineFailure } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { enhanceImage } from "../../src/jobs/enhance-image.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { deletePictures } from "../../src/store/delete-pictures.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const missing = new EngineFailure("io/read", "io", "source: a file could not be read");

/** Cannot read the files of a call in which `meanwhile` says that one of them is gone. */
class ReadingEngines extends EnginePool {
  readonly calls: string[][] = [];
  readonly references: (string | undefined)[] = [];
  readonly #meanwhile: () => Promise<"gone" | "whole">;

  constructor(meanwhile: () => Promise<"gone" | "whole">) {
    super(1, {});
    this.#meanwhile = meanwhile;
  }

  override async run(call: EngineCall): Promise<never> {
    if (call.kind !== "enhance") throw new Error("another call");
    this.calls.push(call.files.map((path) => basename(path)));
    this.references.push(call.reference && basename(call.reference));
    if ((await this.#meanwhile()) === "gone") throw missing;
    for (const path of [call.output, call.preview]) await writeFile(path, "a picture");
    const size = { width: 1, height: 1 };
    return { full: size, preview: size, isThreesixty: false, warnings: [] } as never;
  }
}

let parts: TestParts;
let ids: string[];
const imageId = "image";

beforeEach(async () => {
  parts = await makeTestParts();
  const { accountId, storage } = parts;
  const { queries } = parts.database;
  const common = { orderId: "one", accountId, contentType: null };
  await ensureOrder(queries, accountId, { orderId: "one" });
  await insertImage(queries, { ...common, imageId, name: "a.jpg", preferences: {}, devMode: false });
  await queries.updateTable("images").set({ status: "processing", attempt: 1 }).execute();
  ids = [];
  for (const [position, name] of ["a.jpg", "b.jpg", "c.jpg"].entries()) {
    const { bracket_id: bracketId } = await insertBracket(queries, { ...common, name, imageId, heldImageId: null });
    const key = storageKey("source");
    await storage.write(key, Readable.from([Buffer.from("bytes")]), 100);
    const source = JSON.stringify({ key, sizeBytes: 5, sha256: "", format: "jpeg" });
    await queries.updateTable("brackets").set({ source, position }).where("bracket_id", "=", bracketId).execute();
    ids.push(bracketId);
  }
});

afterEach(() => parts.close());

async function remove(bracketIds: readonly string[]) {
  await parts.database.queries.transaction().execute(async (transaction) => {
    for (const bracketId of bracketIds) await deletePictures(transaction, parts.queue, { bracketId });
  });
}

function image() {
  const images = parts.database.queries.selectFrom("images").select(["status", "status_reason"]);
  return images.executeTakeFirstOrThrow();
}

/** Engines during whose first call the bracket is deleted. */
function losingOnce(bracketId: string) {
  const doomed = [bracketId];
  return new ReadingEngines(async () => {
    const [next] = doomed.splice(0);
    if (next === undefined) return "whole";
    await remove([next]);
    return "gone";
  });
}

test("a bracket that is deleted while its image is enhanced leaves the image to the others", async () => {
  const engines = losingOnce(ids[1]);
  await enhanceImage({ imageId, attempt: 1 }, { ...parts, engines });
  expect(engines.calls).toEqual([
    ["a.jpg", "b.jpg", "c.jpg"],
    ["a.jpg", "c.jpg"],
  ]);
  expect(await image()).toEqual({ status: "processed", status_reason: null });
});

test("the chosen reference is passed on while it belongs to the image", async () => {
  const chosen = { reference_id: ids[1] };
  await parts.database.queries.updateTable("images").set(chosen).execute();
  const engines = losingOnce(ids[1]);
  await enhanceImage({ imageId, attempt: 1 }, { ...parts, engines });
  expect(engines.references).toEqual(["b.jpg", undefined]);
});

test("an image whose brackets are all deleted while it is enhanced fails, and says why", async () => {
  const engines = new ReadingEngines(async () => {
    await remove(ids);
    return "gone";
  });
  await enhanceImage({ imageId, attempt: 1 }, { ...parts, engines });
  expect(engines.calls).toHaveLength(1);
  expect(await image()).toEqual({
    status: "error",
    status_reason: "input: every file of the image was deleted; upload and register it again",
  });
});

test("a file that cannot be read, though its bracket is there, is no fault of the picture: the job is tried again", async () => {
  const engines = new ReadingEngines(async () => "gone");
  await expect(enhanceImage({ imageId, attempt: 1 }, { ...parts, engines })).rejects.toThrow(missing);
  expect(engines.calls).toHaveLength(1);
  expect(await image()).toEqual({ status: "processing", status_reason: null });
});
