import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket, keepSource } from "../../src/store/bracket-store.ts";
import { findImage, insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { createShare } from "../../src/store/shares.ts";
import { findChromium } from "../support/chromium.ts";
import { everyRole } from "../support/members.ts";
import { findBarriers, overflowOnPhone, takeShots } from "../support/studio-browser.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

/** How long a page may take to show something, on a machine that does other work. */
const soon = { timeout: 20_000 };
const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the 360° view is not tested in a browser.");

type Rgb = readonly [r: number, g: number, b: number];
const [red, green, blue, yellow, white, grey]: readonly Rgb[] = [
  ...([[200, 0, 0] as const, [0, 160, 0] as const, [0, 0, 200] as const, [200, 200, 0] as const] as const),
  ...([[250, 250, 250] as const, [110, 110, 110] as const] as const),
];
const size = { width: 512, height: 256 };

function boxed(color: Rgb, width: number, height: number): Promise<Buffer> {
  const [r, g, b] = color;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

/** A sphere that is red ahead, green to the right, blue behind and yellow to the left; white above 45°. */
async function sphere(): Promise<Buffer> {
  const { width, height } = size;
  const bands: readonly (readonly [Rgb, left: number, width: number])[] = [
    [blue, 0, 64],
    [yellow, 64, 128],
    [red, 192, 128],
    [green, 320, 128],
    [blue, 448, 64],
  ];
  const layers = bands.map(async ([color, left, wide]) => ({ input: await boxed(color, wide, height), left, top: 0 }));
  const top = { input: await boxed(white, width, height / 4), left: 0, top: 0 };
  return sharp(await boxed(grey, width, height))
    .composite([...(await Promise.all(layers)), top])
    .jpeg({ quality: 95 })
    .toBuffer();
}

describe.skipIf(!executablePath)("a 360° picture in Chromium", () => {
  let parts: TestParts;
  let app: FastifyInstance;
  let address: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const ids: Record<"around" | "flat", string> = { around: "", flat: "" };
  const complaints: string[] = [];
  const loaded: string[] = [];

  beforeAll(async () => {
    parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
    app = await buildApp(parts);
    const { editor } = await everyRole(app, parts, parts.accountId);
    ids.around = await makePicture(true);
    ids.flat = await makePicture(false);
    address = await app.listen({ port: 0, host: "127.0.0.1" });
    // Servers have no graphics card; Chromium draws WebGL in software only if asked to.
    const args = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
    browser = await chromium.launch({ executablePath: executablePath ?? "", args });
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([...editor.cookies].map(([name, value]) => ({ name, value, url: address })));
    page = await context.newPage();
    page.setDefaultTimeout(soon.timeout);
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => loaded.push(request.url()));
  });

  beforeEach(() => {
    complaints.splice(0);
    loaded.splice(0);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await parts?.close();
  });

  async function makePicture(isThreesixty: boolean): Promise<string> {
    const { queries } = parts.database;
    const { accountId } = parts;
    const orderId = await ensureOrder(queries, accountId, { name: "12 Park Avenue" });
    const common = { accountId, orderId, name: "R0010014.JPG", contentType: null };
    const imageId = await insertImage(queries, { ...common, preferences: {}, devMode: false });
    const store = async (kind: "source" | "full" | "preview", bytes: Buffer) => {
      const key = storageKey(kind);
      const { sizeBytes, sha256 } = await parts.storage.write(key, Readable.from([bytes]), 1e6);
      return { key, sizeBytes, sha256, ...size };
    };
    const before = await sharp(await boxed(grey, size.width, size.height))
      .jpeg()
      .toBuffer();
    const frame = await insertBracket(queries, { ...common, imageId, heldImageId: null });
    await keepSource(queries, frame.bracket_id, { ...(await store("source", before)), format: "jpeg" });
    const made = await sphere();
    const result = {
      full: await store("full", made),
      preview: await store("preview", made),
      isThreesixty,
      warnings: [],
    };
    await queries
      .updateTable("images")
      .set({ result: JSON.stringify(result), status: "processed" })
      .where("image_id", "=", imageId)
      .execute();
    return imageId;
  }

  /** The colour of the view at `x` and `y`, each 0 to 1 from the top left corner. */
  async function colorAt(x: number, y = 0.5): Promise<Rgb> {
    const { data, info } = await sharp(await page.locator("#around").screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = info.channels * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  }

  /** JPEG and colour management change values by a few. */
  const near = (color: Rgb) => color.map((value) => expect.closeTo(value, -1.5));

  async function press(key: string, times: number): Promise<void> {
    await page.locator("#around").focus();
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  }

  test("is shown from its middle, and turns by keyboard and by dragging", async () => {
    await page.goto(`${address}/app/images/${ids.around}`);
    await page.locator("#slider").fill("0");
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(red));
    await press("ArrowRight", 18);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(green));
    await press("ArrowLeft", 36);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(yellow));
    await press("ArrowLeft", 18);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(blue));
    await press("ArrowUp", 15);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(white));
    await press("Home", 1);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(red));
    const box = await page.locator("#around").boundingBox();
    if (!box) throw new Error("the view is not visible");
    // 75° over the height: a drag of 1.2 heights to the left turns by 90° to the right.
    await page.mouse.move(box.x + box.width - 10, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 10 - 1.2 * box.height, box.y + 100, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(green));
    expect(new URL(page.url()).pathname).toBe(`/app/images/${ids.around}`);
    expect(complaints).toEqual([]);
  });

  test("is compared with the photograph before, by slider and key", async () => {
    await press("Home", 1);
    await page.locator("#slider").fill("50");
    await expect.poll(() => colorAt(0.45), soon).toEqual(near(grey));
    expect(await colorAt(0.55)).toEqual(near(red));
    await takeShots(page, "panorama");
    await page.locator("#around").focus();
    await page.keyboard.down("b");
    await expect.poll(() => colorAt(0.55), soon).toEqual(near(grey));
    await page.keyboard.up("b");
    await expect.poll(() => colorAt(0.55), soon).toEqual(near(red));
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("loads the full size once the view is zoomed in, and is shown flat on request", async () => {
    await press("+", 2);
    await expect.poll(() => loaded.filter((url) => url.includes("picture?size=full")).length, soon).toBe(1);
    await page.getByRole("button", { name: "Look around" }).click();
    await expect.poll(() => page.locator("#compare").isVisible(), soon).toBe(true);
    await expect.poll(() => page.locator("#around").isVisible(), soon).toBe(false);
    await page.keyboard.press("z");
    expect(await page.locator("#zoom").getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Look around" }).click();
    await expect.poll(() => page.locator("#around").isVisible(), soon).toBe(true);
    await expect.poll(() => page.locator("#compare").isVisible(), soon).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("needs modules that no other picture loads", async () => {
    const modules = () => loaded.filter((url) => /\/(panorama|sphere)\.js$/.test(url)).length;
    await page.goto(`${address}/app/images/${ids.flat}`, { waitUntil: "networkidle" });
    expect(await page.locator("#compare").isVisible()).toBe(true);
    expect(modules()).toBe(0);
    await page.goto(`${address}/app/images/${ids.around}`, { waitUntil: "networkidle" });
    expect(modules()).toBe(2);
  });

  test("is shown from its middle through a shared link, with a watermark until it is bought", async () => {
    const { queries } = parts.database;
    const { order_id: orderId = "" } = (await findImage(queries, ids.around)) ?? {};
    const expiresAt = new Date(Date.now() + 60_000);
    const token = await createShare(queries, { accountId: parts.accountId, orderId, expiresAt });
    await context.clearCookies();
    await page.goto(`${address}/share/${token}`, { waitUntil: "networkidle" });
    expect(loaded.filter((url) => url.endsWith(".js"))).toEqual([]);
    // The stripes are light; the sphere behind has no red.
    const isStriped = async () => {
      const source = await page.locator("#after").getAttribute("src");
      const shown = sharp(await (await page.request.get(`${address}${source}`)).body());
      const { width, height } = await shown.metadata();
      const behind = {
        left: 0,
        top: Math.round(height / 3),
        width: Math.round(width / 10),
        height: Math.round(height / 2),
      };
      const [reds] = (await sharp(await shown.extract(behind).toBuffer()).stats()).channels;
      return reds.max > 50;
    };
    await page.locator("a[href$='/around']").click();
    await expect.poll(() => page.locator("#around").isVisible(), soon).toBe(true);
    expect(await isStriped()).toBe(true);
    await queries.updateTable("images").set({ downloaded: true }).where("image_id", "=", ids.around).execute();
    await page.reload();
    expect(await isStriped()).toBe(false);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(red));
    await press("ArrowRight", 18);
    await expect.poll(() => colorAt(0.5), soon).toEqual(near(green));
    // Frames and the full size are the customer's.
    expect(await page.locator("#slider, #before").count()).toBe(0);
    await press("+", 2);
    expect(loaded.filter((url) => url.includes("size=full"))).toEqual([]);
    await page.getByRole("button", { name: "Look around" }).click();
    await expect.poll(() => page.locator("#compare").isVisible(), soon).toBe(true);
    await page.keyboard.press("z");
    await takeShots(page, "shared-panorama");
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
    expect(complaints).toEqual([]);
    // Other pictures, links and orders have no such page.
    const views = [`${token}/images/${ids.flat}`, `${token.slice(0, -1)}_/images/${ids.around}`];
    for (const view of views) expect((await page.request.get(`${address}/share/${view}/around`)).status()).toBe(404);
  });
});
