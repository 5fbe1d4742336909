import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket, keepSource } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";

const password = "a long enough password";
const shoot = fileURLToPath(new URL("../../../fixtures/shoot/", import.meta.url));

let parts: TestParts;
let app: FastifyInstance;
let browser: BrowserLike;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  await givePassword(parts, parts.accountId, password);
  browser = new BrowserLike(app);
  await browser.signIn("one@example.org", password);
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await app.close();
  await parts.close();
});

/** A picture of these frames of the sample shoot; the address of its previews. */
async function makeImage(names: readonly string[], format = "jpeg"): Promise<string> {
  const { queries } = parts.database;
  const { accountId } = parts;
  const orderId = await ensureOrder(queries, accountId, { name: names.join() });
  const common = { accountId, orderId, contentType: null };
  const imageId = await insertImage(queries, { ...common, name: names[0], preferences: {}, devMode: false });
  for (const name of names) {
    const key = storageKey("source");
    const { sizeBytes, sha256 } = await parts.storage.write(key, createReadStream(`${shoot}${name}`), 1e8);
    const { bracket_id: bracketId } = await insertBracket(queries, { ...common, name, imageId, heldImageId: null });
    await keepSource(queries, bracketId, { key, sizeBytes, sha256, format });
  }
  return `/app/images/${imageId}/trial`;
}

/** Whether the set was open at each preview that is made from now on. */
function watchPreviews(): boolean[] {
  const found: boolean[] = [];
  const run = parts.previewers.run.bind(parts.previewers);
  vi.spyOn(parts.previewers, "run").mockImplementation(async (call, ...rest) => {
    const result = await run(call, ...rest);
    if (call.kind === "trial") found.push("wasOpen" in result && result.wasOpen);
    return result as never;
  });
  return found;
}

async function fetchPreview(url: string): Promise<Buffer> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { statusCode, rawPayload, headers } = await app.inject({ url, headers: { cookie } });
  expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  return rawPayload;
}

test("the set of a page that is opened serves every preview, whatever changes", async () => {
  const path = await makeImage(["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG"]);
  const found = watchPreviews();
  expect((await browser.get(`${path}?open=ahead`)).status).toBe(204);
  const pictures = [];
  for (const form of ["", "style=warm", "brightness=HIGH", "windows=WINDOWS_WITH_SKIES", "verticals=off"]) {
    pictures.push(await fetchPreview(`${path}?${form}`));
  }
  expect(found).toEqual([false, true, true, true, true, true]);
  expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBe(pictures.length);
  const { width, height } = await sharp(pictures[0]).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(768);
}, 60_000);

test.each([{ enhance: true }, { enhance: false }])(
  "a preview in development mode has the watermark of its picture, with %o",
  async (preferences) => {
    const path = await makeImage(["IMG_0012.JPG"]);
    const change = (values: { dev_mode?: boolean; preferences?: string }) =>
      parts.database.queries.updateTable("images").set(values).where("image_id", "=", path.split("/")[3]).execute();
    await change({ preferences: JSON.stringify(preferences) });
    const plain = await fetchPreview(path);
    await change({ dev_mode: true });
    const marked = await fetchPreview(path);
    const [a, b] = await Promise.all([plain, marked].map((bytes) => sharp(bytes).greyscale().raw().toBuffer()));
    expect(b.length).toBe(a.length);
    // Its stripes cover about a 24th of the picture and lighten it.
    const lighter = a.reduce((count, value, i) => count + (b[i] > value + 8 ? 1 : 0), 0) / a.length;
    const darker = a.reduce((count, value, i) => count + (b[i] < value - 8 ? 1 : 0), 0) / a.length;
    expect(lighter).toBeGreaterThan(0.02);
    expect(darker).toBeLessThan(0.005);
  },
  60_000,
);

test("nothing is opened ahead while the engines or the renderer are at work, or if the frames need the engine", async () => {
  const path = await makeImage(["IMG_0012.JPG"]);
  const raw = await makeImage(["IMG_0009.DNG"], "raw");
  const found = watchPreviews();
  vi.spyOn(parts.engines, "busy", "get").mockReturnValue(1);
  expect((await browser.get(`${path}?open=ahead`)).status).toBe(204);
  vi.spyOn(parts.engines, "busy", "get").mockReturnValue(0);
  expect((await browser.get(`${raw}?open=ahead`)).status).toBe(204);
  expect(found).toEqual([]);
  expect((await browser.get(`${path}?open=now`)).status).toBe(204);
  await fetchPreview(`${path}?style=natural`);
  expect(found).toEqual([false, true]);
}, 60_000);

test("a picture that is only merged is previewed without an open set", async () => {
  const path = await makeImage(["IMG_0012.JPG"]);
  await parts.database.queries
    .updateTable("images")
    .set({ preferences: JSON.stringify({ enhance: false }) })
    .where("image_id", "=", path.split("/")[3])
    .execute();
  const found = watchPreviews();
  for (const form of ["open=now", "style=warm"]) await browser.get(`${path}?${form}`);
  expect((await fetchPreview(path)).length).toBeGreaterThan(1000);
  expect(found).toEqual([false, false, false]);
}, 60_000);
