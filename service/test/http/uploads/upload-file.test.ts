import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { uploadAddress, uploadExpiry } from "../../../src/http/uploads.ts";
import { findBracket, insertBracket } from "../../../src/store/bracket-store.ts";
import { ensureOrder } from "../../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);

let parts: TestParts;
let app: FastifyInstance;
let bracketId: string;

beforeEach(async () => {
  parts = await makeTestParts();
  app = await buildApp(parts);
  const { accountId, database } = parts;
  await ensureOrder(database.queries, accountId, { orderId: "one" });
  const place = { imageId: null, heldImageId: null, contentType: null };
  const bracket = await insertBracket(database.queries, { orderId: "one", accountId, name: "a.jpg", ...place });
  bracketId = bracket.bracket_id;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  await parts.close();
});

async function upload(bytes: Buffer) {
  const { pathname, search } = new URL(
    await uploadAddress(parts, { bracketId, expires: uploadExpiry(parts, new Date()), contentType: null }),
  );
  const headers = { "content-type": "application/octet-stream" };
  return (await app.inject({ method: "PUT", url: pathname + search, headers, payload: bytes })).statusCode;
}

async function keys() {
  const found: string[] = [];
  for await (const key of parts.storage.list()) found.push(key);
  return found;
}

test("bytes that the database could not take note of are not kept, and can be sent again", async () => {
  vi.spyOn(parts.queue, "send").mockRejectedValueOnce(new Error("deadlock detected"));
  expect(await upload(jpeg)).toBe(500);
  expect(await keys()).toEqual([]);
  expect(await upload(jpeg)).toBe(200);
  expect(await keys()).toHaveLength(1);
});

test("bytes that became the bracket's before something failed are kept", async () => {
  vi.spyOn(parts.queue, "wake").mockImplementationOnce(() => {
    throw new Error("no worker");
  });
  expect(await upload(jpeg)).toBe(500);
  const bracket = await findBracket(parts.database.queries, bracketId);
  expect(await keys()).toEqual([bracket?.source?.key]);
});

test("bytes other than those that came first are refused and not kept", async () => {
  expect(await upload(jpeg)).toBe(200);
  const first = await keys();
  expect(await upload(Buffer.concat([jpeg, jpeg]))).toBe(409);
  expect(await keys()).toEqual(first);
});

test("bytes that meet a full disk are answered with 507, those that meet a broken one with 503, and can be sent again", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  vi.spyOn(parts.storage, "write").mockRejectedValueOnce(full);
  expect(await upload(jpeg)).toBe(507);
  vi.spyOn(parts.queue, "send").mockRejectedValueOnce(Object.assign(new Error("disk full"), { code: "53100" }));
  expect(await upload(jpeg)).toBe(507);
  for (const code of ["EIO", "EMFILE"]) {
    vi.spyOn(parts.storage, "write").mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    expect(await upload(jpeg)).toBe(503);
  }
  expect(await keys()).toEqual([]);
  expect(await upload(jpeg)).toBe(200);
});
