import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { storageKey } from "../../../src/storage/storage.ts";
import { findBracket } from "../../../src/store/bracket-store.ts";
import { removeExpiredUploads } from "../../../src/store/expired-uploads.ts";
import { addPart, listParts } from "../../../src/store/resumable-uploads.ts";
import { BrowserLike } from "../../support/browser-like.ts";
import { addMember, signedIn } from "../../support/members.ts";
import { smallPicture } from "../../support/small-picture.ts";
import { givePassword, makeTestParts, type TestParts } from "../../support/test-parts.ts";
import { sendAsScript, type WebAnswer } from "../../support/web-client.ts";
import { withMethods } from "../../support/with-methods.ts";

const password = "a long enough password";

let parts: TestParts;
/** Two processes of one service. */
let apps: readonly [FastifyInstance, FastifyInstance];
let browser: BrowserLike;
let picture: Buffer;
let orderId: string;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000, maxUploadMb: 1, sameNamePerHour: 1000 });
  await givePassword(parts, parts.accountId, password);
  apps = [await buildApp(parts), await buildApp(parts)];
  browser = new BrowserLike(apps[0]);
  await browser.signIn("one@example.org", password);
  picture = await smallPicture();
});

beforeEach(async () => {
  const { text } = await ask("POST", "/app/orders", { name: "House" });
  orderId = JSON.parse(text).order_id;
});

afterAll(async () => {
  for (const app of apps) await app.close();
  await parts.close();
});

function ask(
  method: "GET" | "HEAD" | "POST" | "DELETE",
  url: string,
  body?: object,
  app = apps[0],
): Promise<WebAnswer> {
  const json = body ? { payload: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
  return sendAsScript(app, browser, { method, url, ...json });
}

async function register(...files: readonly { name: string; size: number; modified?: number }[]) {
  const asked = files.map((file) => ({ modified: 1, ...file }));
  const { status, text } = await ask("POST", `/app/orders/${orderId}/files`, { files: asked });
  expect(status).toBe(200);
  return JSON.parse(text).files as { id: string; offset: number; complete: boolean; problem?: string }[];
}

function sendPart(id: string, offset: number, bytes: Buffer, app = apps[0]): Promise<WebAnswer> {
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
  return sendAsScript(app, browser, { method: "PATCH", url: `/app/uploads/${id}`, payload: bytes, headers });
}

test("a file that arrives in parts, at two processes, is stored as it was, and its parts are gone", async () => {
  const [{ id }] = await register({ name: "a.jpg", size: picture.length });
  const [first, second] = [200, 400];
  expect((await sendPart(id, 0, picture.subarray(0, first))).headers["upload-offset"]).toBe(String(first));
  expect((await sendPart(id, first, picture.subarray(first, second), apps[1])).status).toBe(204);
  expect((await ask("HEAD", `/app/uploads/${id}`, undefined, apps[1])).headers).toMatchObject({
    "upload-offset": String(second),
    "upload-length": String(picture.length),
  });
  const keys = (await listParts(parts.database.queries, id)).map(({ key }) => key);
  expect((await sendPart(id, second, picture.subarray(second))).status).toBe(204);
  const bracket = await findBracket(parts.database.queries, id);
  const stored = await (await parts.storage.read(bracket?.source?.key ?? "")).toArray();
  expect(Buffer.concat(stored).equals(picture)).toBe(true);
  expect(await listParts(parts.database.queries, id)).toEqual([]);
  expect(keys).toHaveLength(2);
  // A repeated last part, after a lost answer, changes nothing.
  expect((await sendPart(id, second, picture.subarray(second))).headers["upload-offset"]).toBe(String(picture.length));
});

test("a page that sends its list again gets the same files, and how much of each has arrived", async () => {
  const file = { name: "b.jpg", size: picture.length };
  const [{ id }] = await register(file);
  await sendPart(id, 0, picture.subarray(0, 500));
  const again = await register(file, { ...file, modified: 2 });
  expect(again[0]).toMatchObject({ id, offset: 500, complete: false });
  expect(again[1].id).not.toBe(id);
  await sendPart(id, 500, picture.subarray(500));
  expect((await register(file))[0]).toMatchObject({ id, complete: true });
});

test("a part that does not continue the file is refused with the place where it continues", async () => {
  const [{ id }] = await register({ name: "c.jpg", size: picture.length });
  await sendPart(id, 0, picture.subarray(0, 500));
  for (const offset of [0, 400, 501, Number.NaN]) {
    const answer = await sendPart(id, offset, picture.subarray(0, 10));
    expect([answer.status, answer.headers["upload-offset"]]).toEqual([409, "500"]);
  }
  expect((await sendPart(id, 500, Buffer.alloc(picture.length))).status).toBe(413);
  expect((await ask("HEAD", `/app/uploads/${id}`)).headers["upload-offset"]).toBe("500");
});

test("a file whose parts leave a gap continues where the gap begins", async () => {
  const [{ id }] = await register({ name: "gap.jpg", size: picture.length });
  for (const [from, to] of [
    [0, 200],
    [200, 400],
    [400, 500],
  ])
    await sendPart(id, from, picture.subarray(from, to));
  await parts.database.queries
    .deleteFrom("upload_parts")
    .where("bracket_id", "=", id)
    .where("start_bytes", "=", 200)
    .execute();
  const refused = await sendPart(id, 300, picture.subarray(300));
  expect([refused.status, refused.headers["upload-offset"]]).toEqual([409, "200"]);
  expect((await sendPart(id, 200, picture.subarray(200))).status).toBe(204);
});

test.each(["is gone", "is cut short"])(
  "a part that %s after a restore is asked for again, and then the file is whole",
  async (how) => {
    const [{ id }] = await register({ name: `${how}.jpg`, size: picture.length });
    for (const [from, to] of [
      [0, 200],
      [200, 400],
      [400, 500],
    ])
      await sendPart(id, from, picture.subarray(from, to));
    const [, { key }] = await listParts(parts.database.queries, id);
    await parts.storage.remove(key);
    if (how === "is cut short") await parts.storage.write(key, Readable.from([picture.subarray(200, 300)]), 100);
    const refused = await sendPart(id, 500, picture.subarray(500));
    expect([refused.status, refused.headers["upload-offset"]]).toEqual([409, "200"]);
    expect(JSON.parse(refused.text)).toEqual({
      message: "The service has lost a part of the file; send the file again from 200.",
      detail: { offset: 200 },
    });
    expect((await ask("HEAD", `/app/uploads/${id}`)).headers["upload-offset"]).toBe("200");
    expect((await sendPart(id, 200, picture.subarray(200))).status).toBe(204);
    const bracket = await findBracket(parts.database.queries, id);
    const stored = await (await parts.storage.read(bracket?.source?.key ?? "")).toArray();
    expect(Buffer.concat(stored).equals(picture)).toBe(true);
  },
);

test("of two equal parts at once, one is stored", async () => {
  const [{ id }] = await register({ name: "d.jpg", size: picture.length });
  const answers = await Promise.all(apps.map((app) => sendPart(id, 0, picture.subarray(0, 500), app)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await listParts(parts.database.queries, id)).toHaveLength(1);
});

test("a request that completes a file after another one did answers the same, and stores nothing more", async () => {
  const { database, storage } = parts;
  const [{ id }] = await register({ name: "g.jpg", size: picture.length });
  await addBytes(id, picture);
  let completeOther = async () => {};
  // The second request has seen the parts when the first one replaces them.
  const read: typeof storage.read = async (key, range) => {
    await completeOther();
    return storage.read(key, range);
  };
  const late = await buildApp({ ...parts, storage: withMethods(storage, { read }) });
  completeOther = async () => {
    completeOther = async () => {};
    const keys = (await listParts(database.queries, id)).map(({ key }) => key);
    expect((await sendPart(id, picture.length, Buffer.alloc(0))).status).toBe(204);
    for (const key of keys) await storage.remove(key);
  };
  const answer = await sendPart(id, picture.length, Buffer.alloc(0), late);
  expect([answer.status, answer.headers["upload-offset"]]).toEqual([204, String(picture.length)]);
  await late.close();
  const { rows } = await sql<{ key: string }>`select source->>'key' as key from brackets`.execute(database.queries);
  for await (const key of storage.list())
    if (key.startsWith("source/")) expect(rows.map((row) => row.key)).toContain(key);
});

/** Parts that arrived while the answer, and so the making of the file, was lost. */
async function addBytes(bracketId: string, bytes: Buffer): Promise<void> {
  const key = storageKey("part");
  await parts.storage.write(key, Readable.from([bytes]), bytes.length);
  const part = { start: 0, sizeBytes: bytes.length, key };
  await parts.database.transact((transaction) => addPart(transaction, bracketId, part, new Date(Date.now() + 60_000)));
}

test("a part that ends after its file was completed or removed is not kept", async () => {
  const [done, removed] = await register(
    { name: "h.jpg", size: picture.length },
    { name: "i.jpg", size: picture.length },
  );
  await sendPart(done.id, 0, picture);
  await ask("DELETE", `/app/uploads/${removed.id}`);
  for (const { id } of [done, removed]) {
    const part = { start: 0, sizeBytes: 10, key: storageKey("part") };
    const add = () => parts.database.transact((transaction) => addPart(transaction, id, part, new Date()));
    expect(await add()).toBe(false);
    expect(await listParts(parts.database.queries, id)).toEqual([]);
  }
});

test("what is not a photograph is refused with a sentence, by its name or by its first bytes", async () => {
  const [png, empty, large, other] = await register(
    { name: "a.PNG", size: 10 },
    { name: "b.jpg", size: 0 },
    { name: "c.jpg", size: 2 * 2 ** 20 },
    { name: "d.jpg", size: 100 },
  );
  expect([png, empty, large].map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^PNG files are accepted through the API only\./),
    "The file is empty.",
    "A file may have 1 MB at most.",
  ]);
  const refused = await sendPart(other.id, 0, Buffer.alloc(100, "x"));
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([
    415,
    expect.stringContaining("must be a picture"),
  ]);
  const pngBytes = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(92)]);
  expect(JSON.parse((await sendPart(other.id, 0, pngBytes)).text).message).toContain("through the API only");
  expect(await listParts(parts.database.queries, other.id)).toEqual([]);
});

test("parts of uploads that were not completed in time are removed with their files", async () => {
  const [{ id }] = await register({ name: "e.jpg", size: picture.length });
  await sendPart(id, 0, picture.subarray(0, 500));
  const { database, queue } = parts;
  expect(await removeExpiredUploads(database, queue)).toBe(0);
  const later = new Date(Date.now() + (parts.config.uploadMinutes + 1) * 60_000);
  expect(await removeExpiredUploads(database, queue, later)).toBeGreaterThanOrEqual(1);
  expect(await listParts(database.queries, id)).toEqual([]);
  expect((await ask("HEAD", `/app/uploads/${id}`)).status).toBe(404);
});

test("a file can be taken out of the order", async () => {
  const [{ id }] = await register({ name: "f.jpg", size: picture.length });
  expect((await ask("DELETE", `/app/uploads/${id}`)).status).toBe(204);
  expect((await sendPart(id, 0, picture)).status).toBe(404);
});

test("a file that the account has no room for is refused with its first part", async () => {
  const [{ id }] = await register({ name: "j.jpg", size: picture.length });
  const config = { ...parts.config, limitsFile: { accounts: { "one@example.org": { storageMb: 1 } } } };
  const bounded = await buildApp({ ...parts, config });
  const { queries } = parts.database;
  const [{ id: other }] = await register({ name: "k.jpg", size: 2 ** 20 });
  await addBytes(other, Buffer.alloc(2 ** 20 - picture.length));
  const refused = await sendPart(id, 0, picture.subarray(0, 100), bounded);
  expect([refused.status, await listParts(queries, id)]).toEqual([507, []]);
  expect(JSON.parse(refused.text).message).toContain("1 MB are used up");
  await ask("DELETE", `/app/uploads/${other}`);
  expect((await sendPart(id, 0, picture.subarray(0, 100), bounded)).status).toBe(204);
  await bounded.close();
});

test("a person who may only look on sends no file", async () => {
  const [{ id }] = await register({ name: "l.jpg", size: picture.length });
  const memberId = await addMember(parts, parts.accountId, { email: "viewer@example.org", role: "viewer" });
  const viewer = await signedIn(apps[0], parts, { accountId: parts.accountId, memberId });
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const given = { method: "PATCH", url: `/app/uploads/${id}`, payload: picture, headers } as const;
  expect((await sendAsScript(apps[0], viewer, given)).status).toBe(403);
  expect(await listParts(parts.database.queries, id)).toEqual([]);
});
