import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ImageResult } from "../../../src/database/stored-values.ts";
import { type EngineCall, EngineFailure } from "../../../src/engine/calls.ts";
import { storageKey } from "../../../src/storage/storage.ts";
import { revealKey } from "../../../src/store/account-store.ts";
import { deletePictures } from "../../../src/store/delete-pictures.ts";
import { insertImage } from "../../../src/store/image-store.ts";
import { ensureOrder } from "../../../src/store/order-store.ts";
import { buildCheckedApp } from "../../support/checked-app.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
let key: string;
let imageId: string;
let result: ImageResult;
beforeAll(async () => {
  parts = await makeTestParts();
  app = await buildCheckedApp(parts);
  const { database, secrets, accountId } = parts;
  key = String(await revealKey(database.queries, secrets, accountId));
  await ensureOrder(database.queries, accountId, { orderId: "one" });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Gives the image a picture of these bytes, and takes the one before it from the disk. */
async function keepPicture(bytes: string, before?: ImageResult): Promise<ImageResult> {
  const [full, preview] = [storageKey("full"), storageKey("preview")];
  const file = { ...(await parts.storage.write(full, Readable.from([Buffer.from(bytes)]), 100)), width: 4, height: 4 };
  await parts.storage.write(preview, Readable.from([Buffer.from(bytes)]), 100);
  const result = {
    full: { key: full, ...file },
    preview: { key: preview, ...file, width: 2, height: 2 },
    isThreesixty: false,
    warnings: [],
  };
  const changes = { status: "processed", result: JSON.stringify(result) } as const;
  await parts.database.queries.updateTable("images").set(changes).where("image_id", "=", imageId).execute();
  for (const { key } of before ? [before.full, before.preview] : []) await parts.storage.remove(key);
  return result;
}

beforeEach(async () => {
  vi.restoreAllMocks();
  const { accountId, database } = parts;
  imageId = crypto.randomUUID();
  const common = { orderId: "one", accountId, name: "a.jpg", contentType: null, preferences: {}, devMode: false };
  await insertImage(database.queries, { ...common, imageId });
  result = await keepPicture("first");
});

async function download(query = "") {
  const answer = await app.inject({ url: `/v3/images/${imageId}/enhanced${query}`, headers: { "x-api-key": key } });
  return [answer.statusCode, answer.payload] as const;
}

/** Does something after the image was looked up, and before its file is read. */
function meanwhile(act: () => Promise<unknown>) {
  const read = parts.storage.read.bind(parts.storage);
  vi.spyOn(parts.storage, "read").mockImplementationOnce(async (...given) => {
    await act();
    return read(...given);
  });
}

test("an image that is made again while it is downloaded is given as it is now", async () => {
  meanwhile(() => keepPicture("second", result));
  expect(await download()).toEqual([200, "second"]);
});

test("an image that is deleted while it is downloaded is gone", async () => {
  const remove = async () => {
    await deletePictures(parts.database.queries, parts.queue, { imageId });
    await parts.storage.remove(result.preview.key);
  };
  meanwhile(remove);
  expect((await download())[0]).toBe(404);
});

test.each([
  ["a renderer whose process ends", new EngineFailure("internal", "crashed", "SIGSEGV"), 503],
  ["a renderer whose time is over", new EngineFailure("limits/time", "limits", "too long"), 503],
  ["a disk that is full", new EngineFailure("ENOSPC", "io", "No space left on device"), 507],
])("after %s, the request succeeds on another try", async (_what, failure, status) => {
  vi.spyOn(parts.renderers, "run").mockRejectedValueOnce(failure);
  expect((await download("?max_width=2"))[0]).toBe(status);
});

test("what a client that is gone asked for is not rendered", async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const isWanted = new Promise<() => boolean>((resolve) => {
    vi.spyOn(parts.renderers, "run").mockImplementationOnce(async (_call, _timeoutMs, options) => {
      resolve(options?.isWanted ?? (() => true));
      return new Promise(() => {});
    });
  });
  const connection = new AbortController();
  const url = `${address}/v3/images/${imageId}/enhanced?max_width=2`;
  const asked = fetch(url, { headers: { "x-api-key": key }, signal: connection.signal });
  const wanted = await isWanted;
  expect(wanted()).toBe(true);
  connection.abort();
  await expect(asked).rejects.toThrow();
  await vi.waitFor(() => expect(wanted()).toBe(false), 5000);
});

test("a stored preview with more than half of the full size's pixels is made again, smaller", async () => {
  const tooLarge = { ...result, preview: { ...result.preview, width: 4, height: 3 } };
  const change = { result: JSON.stringify(tooLarge) };
  await parts.database.queries.updateTable("images").set(change).where("image_id", "=", imageId).execute();
  const asked: EngineCall[] = [];
  vi.spyOn(parts.renderers, "run").mockImplementationOnce(async (call) => {
    asked.push(call);
    if (call.kind === "render") await writeFile(call.output, "smaller");
    return { width: 2, height: 2 } as never;
  });
  expect(await download()).toEqual([200, "smaller"]);
  expect(asked).toMatchObject([{ kind: "render", rendition: { maxPixelShare: 0.5, format: "jpeg" } }]);
});

test("while an image is reprocessed, a header of the previous picture reports it", async () => {
  const statusOf = async () => {
    const headers = { "x-api-key": key };
    const answer = await app.inject({ url: `/v3/images/${imageId}/enhanced`, headers });
    return [answer.statusCode, answer.headers["x-image-status"]];
  };
  expect(await statusOf()).toEqual([200, "processed"]);
  const change = { status: "processing" } as const;
  await parts.database.queries.updateTable("images").set(change).where("image_id", "=", imageId).execute();
  expect(await statusOf()).toEqual([200, "processing"]);
});

test("an image that could not be enhanced answers the reason, not a request to wait", async () => {
  const change = { status: "error", status_reason: "input/corrupt: a.jpg: no picture", result: null } as const;
  await parts.database.queries.updateTable("images").set(change).where("image_id", "=", imageId).execute();
  const answer = await app.inject({ url: `/v3/images/${imageId}/enhanced`, headers: { "x-api-key": key } });
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    {
      message: "The image could not be enhanced: input/corrupt: a.jpg: no picture",
      detail: { status: "error", status_reason: "input/corrupt: a.jpg: no picture" },
    },
  ]);
});

/** Renders by writing `bytes`; how often it was asked. */
function renderAs(bytes: string) {
  return vi.spyOn(parts.renderers, "run").mockImplementation(async (call: EngineCall) => {
    if (call.kind !== "render") throw new Error(`unexpected ${call.kind}`);
    await writeFile(call.output, bytes);
    return { width: 2, height: 2 } as never;
  });
}

test("a picture that is read part by part, asked about and read again is rendered once", async () => {
  const render = renderAs("0123456789");
  const url = `/v3/images/${imageId}/enhanced?max_width=2`;
  const parallel = await Promise.all([1, 2, 3].map(() => download("?max_width=2")));
  expect(new Set(parallel.map(([, body]) => body))).toEqual(new Set(["0123456789"]));
  for (const [range, body] of [
    ["bytes=0-3", "0123"],
    ["bytes=4-", "456789"],
  ]) {
    const answer = await app.inject({ url, headers: { "x-api-key": key, range } });
    expect([answer.statusCode, answer.payload]).toEqual([206, body]);
  }
  expect((await app.inject({ method: "HEAD", url, headers: { "x-api-key": key } })).headers["content-length"]).toBe(
    "10",
  );
  expect(render).toHaveBeenCalledTimes(1);
  await download("?max_width=3");
  expect(render).toHaveBeenCalledTimes(2);
});

test("a rendering that failed is tried again by the next request", async () => {
  vi.spyOn(parts.renderers, "run").mockRejectedValueOnce(new EngineFailure("internal", "crashed", "SIGSEGV"));
  expect((await download("?max_width=2"))[0]).toBe(503);
  renderAs("made");
  expect(await download("?max_width=2")).toEqual([200, "made"]);
});
