import { copyFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket, keepSource } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { createShare, setWatermarking } from "../../src/store/shares.ts";
import type { BrowserLike } from "../support/browser-like.ts";
import { everyRole } from "../support/members.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { sendAsScript } from "../support/web-client.ts";
import { withMethods } from "../support/with-methods.ts";
import { entriesOf } from "../support/zip-entries.ts";

let parts: TestParts;
let app: FastifyInstance;
let browsers: Awaited<ReturnType<typeof everyRole>>;
let orderId: string;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildApp(parts);
  browsers = await everyRole(app, parts, parts.accountId);
});
beforeEach(async () => {
  orderId = await ensureOrder(parts.database.queries, parts.accountId, { name: "House" });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** A finished grey picture of this size in pixels, with its free preview. */
async function addPicture(width: number, height: number, devMode = false): Promise<string> {
  const { accountId, database, storage } = parts;
  const store = async (kind: "full" | "preview", share: number) => {
    const size = { width: Math.floor(width * share), height: Math.floor(height * share) };
    const bytes = await sharp({ create: { ...size, channels: 3, background: { r: 120, g: 120, b: 120 } } })
      .jpeg()
      .toBuffer();
    const key = storageKey(kind);
    const { sizeBytes, sha256 } = await storage.write(key, Readable.from([bytes]), bytes.length);
    return { key, sizeBytes, sha256, ...size };
  };
  const share = Math.min(Math.SQRT1_2, 1600 / width);
  const [full, preview] = [await store("full", 1), await store("preview", share)];
  const given = { accountId, orderId, name: "a.jpg", contentType: null, preferences: {}, devMode };
  const imageId = await insertImage(database.queries, given);
  const result = JSON.stringify({ full, preview, isThreesixty: false, warnings: [] });
  await database.queries
    .updateTable("images")
    .set({ result, status: "processed" })
    .where("image_id", "=", imageId)
    .execute();
  return imageId;
}

/** The photograph that the picture was made of. */
async function addFrame(imageId: string, width: number, height: number): Promise<void> {
  const { accountId, database, storage } = parts;
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#787878" } })
    .jpeg()
    .toBuffer();
  const key = storageKey("source");
  const { sizeBytes, sha256 } = await storage.write(key, Readable.from([bytes]), bytes.length);
  const given = { accountId, orderId, name: "a.jpg", contentType: null, imageId, heldImageId: null };
  const { bracket_id } = await insertBracket(database.queries, given);
  await keepSource(database.queries, bracket_id, { key, sizeBytes, sha256, format: "jpeg" });
}

const cookieOf = ({ cookies }: BrowserLike) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

interface Delivered {
  readonly width: number;
  readonly isWatermarked: boolean;
}

async function look(bytes: Buffer): Promise<Delivered> {
  const picture = sharp(bytes);
  const { width = 0 } = await picture.metadata();
  const { channels } = await picture.stats();
  return { width, isWatermarked: channels.some(({ stdev }) => stdev > 1) };
}

async function show(browser: BrowserLike, url: string): Promise<Delivered> {
  const { status, bytes } = await sendAsScript(app, browser, { url });
  expect([url, status]).toEqual([url, 200]);
  return look(bytes);
}

function post(browser: BrowserLike, url: string, form: Readonly<Record<string, string>>) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams(form).toString();
  return sendAsScript(app, browser, { method: "POST", url, headers, payload });
}

async function download(imageId: string, size: string): Promise<Delivered> {
  const { status, bytes } = await post(browsers.editor, `/app/images/${imageId}/download`, { size });
  expect([size, status]).toEqual([size, 200]);
  return look(bytes);
}

async function zip(size: string): Promise<Delivered> {
  const { status, bytes } = await post(browsers.editor, `/app/orders/${orderId}/zip`, { size });
  expect([size, status]).toEqual([size, 200]);
  const [entry] = entriesOf(bytes);
  return look(entry.bytes);
}

async function bought(): Promise<number> {
  const rows = await parts.database.queries
    .selectFrom("purchases")
    .innerJoin("images", "images.image_id", "purchases.image_id")
    .select("purchases.image_id")
    .where("order_id", "=", orderId)
    .execute();
  return rows.length;
}

async function share(): Promise<string> {
  const expiresAt = new Date(Date.now() + 60_000);
  return `/share/${await createShare(parts.database.queries, { accountId: parts.accountId, orderId, expiresAt })}`;
}

test("a picture has a watermark in its full size until it is bought, once, in whatever way", async () => {
  const imageId = await addPicture(2400, 1600);
  const full = `/app/images/${imageId}/picture?size=full`;
  const shared = `${await share()}/images/${imageId}`;
  for (const browser of [browsers.viewer, browsers.editor])
    expect(await show(browser, full)).toEqual({ width: 2400, isWatermarked: true });
  expect(await show(browsers.viewer, `/app/images/${imageId}/picture`)).toEqual({ width: 1600, isWatermarked: false });
  expect(await show(browsers.viewer, shared)).toEqual({ width: 1600, isWatermarked: true });
  expect(await download(imageId, "web")).toEqual({ width: 1600, isWatermarked: false });
  expect(await zip("web")).toEqual({ width: 1600, isWatermarked: false });
  expect(await bought()).toBe(0);

  expect(await download(imageId, "mls")).toEqual({ width: 2048, isWatermarked: false });
  expect(await bought()).toBe(1);
  expect(await download(imageId, "print")).toEqual({ width: 2400, isWatermarked: false });
  for (const [size, width] of [
    ["mls", 2048],
    ["print", 2400],
  ] as const)
    expect(await zip(size)).toEqual({ width, isWatermarked: false });
  expect(await bought()).toBe(1);
  expect(await show(browsers.viewer, full)).toEqual({ width: 2400, isWatermarked: false });
  expect(await show(browsers.viewer, shared)).toEqual({ width: 1600, isWatermarked: false });
});

test("an archive of a larger size buys each of its pictures once", async () => {
  await addPicture(2400, 1600);
  const first = await addPicture(2400, 1600);
  expect(await zip("mls")).toEqual({ width: 2048, isWatermarked: false });
  expect(await bought()).toBe(2);
  await download(first, "print");
  await zip("print");
  expect(await bought()).toBe(2);
});

test("a picture for development always has a watermark, and is never bought", async () => {
  const imageId = await addPicture(2400, 1600, true);
  await setWatermarking(parts.database.queries, parts.accountId, false);
  const shared = `${await share()}/images/${imageId}`;
  for (const size of ["web", "mls", "print"]) {
    expect([size, (await download(imageId, size)).isWatermarked]).toEqual([size, true]);
    expect([size, (await zip(size)).isWatermarked]).toEqual([size, true]);
  }
  for (const size of ["thumb", "view", "full"])
    expect([size, (await show(browsers.viewer, `/app/images/${imageId}/picture?size=${size}`)).isWatermarked]).toEqual([
      size,
      true,
    ]);
  expect((await show(browsers.viewer, shared)).isWatermarked).toBe(true);
  await setWatermarking(parts.database.queries, parts.accountId, true);
  expect(await bought()).toBe(0);
});

test("a small picture that was not bought is nowhere shown in its own size without a watermark", async () => {
  const imageId = await addPicture(500, 400);
  await setWatermarking(parts.database.queries, parts.accountId, false);
  const path = `/app/images/${imageId}/picture`;
  const shared = `${await share()}/images/${imageId}`;
  for (const url of [`${path}?size=thumb`, `${path}?size=view`, `${shared}?size=thumb`, `${shared}?size=view`])
    expect([url, await show(browsers.viewer, url)]).toEqual([url, { width: 353, isWatermarked: false }]);
  expect(await show(browsers.viewer, `${path}?size=full`)).toEqual({ width: 500, isWatermarked: true });
  expect(await download(imageId, "web")).toEqual({ width: 353, isWatermarked: false });
  await setWatermarking(parts.database.queries, parts.accountId, true);
  expect(await bought()).toBe(0);
});

test("a preview of other preferences is made of at most half of a small picture's pixels", async () => {
  const imageId = await addPicture(500, 400);
  await addFrame(imageId, 500, 400);
  const sizes: number[] = [];
  const { previewers } = parts;
  const run: typeof previewers.run = async (call, timeoutMs, options) => {
    if (call.kind !== "trial" || call.output === undefined) return previewers.run(call, timeoutMs, options);
    for (const file of call.files) sizes.push((await sharp(file).metadata()).width ?? 0);
    await copyFile(call.files[0], call.output);
    return { width: 1, height: 1 } as never;
  };
  const trying = await buildApp({ ...parts, previewers: withMethods(previewers, { run }) });
  const { statusCode } = await trying.inject({
    url: `/app/images/${imageId}/trial?style=warm`,
    headers: { cookie: cookieOf(browsers.editor) },
  });
  expect([statusCode, sizes]).toEqual([200, [353]]);
  await trying.close();
});

test("a link shows no full size, and its pages name other pictures once watermarks are switched", async () => {
  const imageId = await addPicture(2400, 1600);
  const link = await share();
  const address = async () =>
    /src="([^"]+)"/.exec((await sendAsScript(app, browsers.viewer, { url: link })).text.split("<main")[1])?.[1];
  const watermarked = await address();
  await setWatermarking(parts.database.queries, parts.accountId, false);
  expect(await address()).not.toBe(watermarked);
  await setWatermarking(parts.database.queries, parts.accountId, true);
  const { status } = await sendAsScript(app, browsers.viewer, { url: `${link}/images/${imageId}?size=full` });
  expect(status).toBe(422);
});

test("a viewer buys nothing", async () => {
  const imageId = await addPicture(2400, 1600);
  for (const [url, form] of [
    [`/app/images/${imageId}/download`, { size: "print" }],
    [`/app/orders/${orderId}/zip`, { size: "mls" }],
  ] as const) {
    expect([url, (await post(browsers.viewer, url, form)).status]).toEqual([url, 403]);
  }
  expect(await bought()).toBe(0);
});
