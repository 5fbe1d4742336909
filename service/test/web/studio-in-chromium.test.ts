import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Download, type Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium } from "../support/chromium.ts";
import { findBarriers, overflowOnPhone, takeShots } from "../support/studio-browser.ts";
import { shootFile, startTestService, type TestService, wholeShootFile } from "../support/test-service.ts";
import { entriesOf } from "../support/zip-entries.ts";

const email = "studio@example.org";
const password = "a long enough password";
/** How long a page may take to show something, on a machine that does other work. */
const soon = { timeout: 20_000 };
/** How long the engine may take for three pictures on such a machine. */
const making = { timeout: 170_000 };
/** The same for a whole test. */
const testMs = 200_000;
const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the studio's pages are not tested in a browser.");

/** Small, unless someone looks at pictures of the pages. */
const fileOf = process.env["LIGHTWELL_SCREENSHOTS"] === undefined ? shootFile : wholeShootFile;

/** Frames of two sets, and a single photograph. */
const names = ["1", "2", "3", "5", "6", "7", "12"].map((number) => `IMG_00${number.padStart(2, "0")}.JPG`);

describe.skipIf(!executablePath)("a studio in Chromium", () => {
  let service: TestService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let folder: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startTestService({}, [{ email, password }]);
    folder = await mkdtemp(join(tmpdir(), "lightwell-studio-"));
    for (const name of names) await writeFile(join(folder, name), await fileOf(name));
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
  });

  beforeEach(() => complaints.splice(0));

  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(new URL(path, service.address).href);
  const paths = (chosen: readonly string[]) => chosen.map((name) => join(folder, name));

  test("signs in, and finds an empty list with the way to a new order", async () => {
    await open("/");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/app/orders");
    await page.getByRole("link", { name: "New order" }).first().click();
    await page.waitForURL("**/app/orders/new");
    await takeShots(page, "new-order");
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  let orderPath = "";
  test("refuses a PNG with a sentence, and skips other files", async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await page.locator("#files").setInputFiles([
      { name: "logo.png", mimeType: "image/png", buffer: png },
      { name: "disguised.jpg", mimeType: "image/jpeg", buffer: png },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect
      .poll(() => page.locator("#problems p").allTextContents(), soon)
      .toEqual([
        "Skipped: 1 file that is not a photograph.",
        expect.stringMatching(/^logo\.png: PNG files are accepted through the API only\./),
        expect.stringMatching(/^disguised\.jpg: PNG files are accepted through the API only\./),
      ]);
    await page.getByRole("button", { name: "Remove disguised.jpg" }).click();
  });

  test("continues an upload where it broke off, also after a reload, and sends only the rest", async () => {
    await page.getByLabel("Name").fill("12 Park Avenue");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.url());
    });
    // The first three arrive; then the connection is gone.
    await page.locator("#files").setInputFiles(paths(names.slice(0, 3)));
    await expect.poll(() => page.locator("#progress-text").textContent(), soon).toContain("3 of 3 files uploaded");
    orderPath = new URL(page.url()).pathname.replace(/\/upload$/, "");
    expect(orderPath).toMatch(/^\/app\/orders\/[0-9a-f-]{36}$/);
    await context.route("**/app/uploads/**", (route) => route.abort());
    await page.locator("#files").setInputFiles(paths(names.slice(3, 5)));
    await expect.poll(() => page.locator("#progress-text").textContent(), soon).toContain("No connection");
    await takeShots(page, "upload-offline");
    complaints.splice(0);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await context.unroute("**/app/uploads/**");
    expect(await page.locator("#continue").textContent()).toContain("2 of 5 files did not arrive completely");
    const before = sent.length;
    await page.locator("#files").setInputFiles(paths(names));
    await expect.poll(() => page.locator("#progress-text").textContent(), soon).toContain("7 of 7 files uploaded");
    expect(sent.length - before).toBe(4);
    expect(await page.locator("#file-list li").count()).toBe(7);
    await expect.poll(() => page.locator("#pause").isVisible()).toBe(false);
    await expect
      .poll(
        () =>
          page.locator("#file-list img").evaluateAll((all) => all.every((one) => Reflect.get(one, "naturalWidth") > 0)),
        soon,
      )
      .toBe(true);
    await takeShots(page, "upload-done");
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test(
    "starts the order, and its page shows each picture once it is ready, without a reload",
    async () => {
      await page.getByLabel("Name").fill("12 Park Avenue");
      await page.getByRole("button", { name: "Make the pictures" }).click();
      await page.waitForURL(`**${orderPath}`);
      await page.evaluate("window.marker = true");
      await takeShots(page, "order-working");
      await expect.poll(() => page.locator("#summary").textContent(), making).toContain("3 pictures ready");
      expect(await page.locator("#pictures > li").count()).toBe(3);
      await expect.poll(() => page.locator("#download-button").count(), soon).toBe(1);
      await takeShots(page, "order-ready");
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOnPhone(page)).toBe(0);
      expect(complaints).toEqual([]);
    },
    testMs,
  );

  test("finds the order by its name and by that of a picture", async () => {
    await open("/app/orders?q=park");
    expect(await page.locator(".orders > li").count()).toBe(1);
    await open("/app/orders?q=img_0012");
    expect(await page.locator(".orders > li").count()).toBe(1);
    await open("/app/orders?q=100%25");
    expect(await page.locator(".orders > li").count()).toBe(0);
    await open("/app/orders");
    await takeShots(page, "orders");
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
  });

  test("compares a picture with the photograph before it, by slider and keyboard, and at 100 %", async () => {
    await open(orderPath);
    await page.locator("#pictures a").first().click();
    await page.waitForURL("**/app/images/*");
    const share = () =>
      page.locator("#compare").evaluate((box) => Reflect.get(box, "style").getPropertyValue("--before"));
    await page.locator("#slider").fill("25");
    expect(await share()).toBe("25%");
    await page.locator("#compare").focus();
    await page.keyboard.down("b");
    expect(await share()).toBe("100%");
    await page.keyboard.up("b");
    expect(await share()).toBe("25%");
    for (const id of ["after", "before"]) {
      await expect
        .poll(() => page.locator(`#${id}`).evaluate((image) => Reflect.get(image, "naturalWidth")), soon)
        .toBeGreaterThan(0);
    }
    await takeShots(page, "picture");
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
    await page.keyboard.press("z");
    expect(await page.locator("#zoom").getAttribute("aria-pressed")).toBe("true");
    const fullWidth = Number(await page.locator("#stage").getAttribute("data-width"));
    await expect
      .poll(() => page.locator("#after").evaluate((image) => Reflect.get(image, "naturalWidth")), soon)
      .toBe(fullWidth);
    await takeShots(page, "picture-zoomed");
    await page.keyboard.press("z");
    const first = page.url();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.url(), soon).not.toBe(first);
    await page.waitForLoadState();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.url(), soon).toBe(first);
    expect(complaints).toEqual([]);
  });

  async function save(download: Download): Promise<string> {
    const path = join(folder, "download.zip");
    await download.saveAs(path);
    return path;
  }

  test("downloads all as one archive, in sizes; the free ones buy nothing", async () => {
    await open(orderPath);
    await page.getByLabel("Size of the pictures").selectOption("web");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("12 Park Avenue (web).zip");
    const entries = entriesOf(await readFile(await save(download)));
    expect(entries.map(({ name }) => name).sort()).toEqual(["IMG_0001.jpg", "IMG_0006.jpg", "IMG_0012.jpg"]);
    for (const { bytes } of entries) expect((await sharp(bytes).metadata()).format).toBe("jpeg");
    await page.reload();
    expect(await page.locator("#pictures").textContent()).not.toContain("bought");

    await page.getByLabel("Select IMG_0012.JPG").check();
    await page.getByLabel("Size of the pictures").selectOption("print");
    const [one] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download 1" }).click(),
    ]);
    expect(entriesOf(await readFile(await save(one)))).toHaveLength(1);
    await expect.poll(() => page.locator("#pictures").textContent(), soon).toContain("bought");
    expect(complaints).toEqual([]);
  });

  test(
    "shows small what another style would make, and makes the picture again",
    async () => {
      await page.locator("#pictures a").first().click();
      await page.waitForURL("**/app/images/*");
      const state = () => page.locator("#trial-state").textContent();
      await page.getByLabel("Style").selectOption("warm");
      await expect.poll(state, making).toContain("small preview");
      // The engine runs by now, and the small frames are kept.
      const begun = performance.now();
      await page.getByLabel("Style").selectOption("modern");
      await expect.poll(state, { ...soon, interval: 20 }).toContain("Making");
      await expect.poll(state, { ...soon, interval: 20 }).toContain("small preview");
      console.info(`a preview took ${Math.round(performance.now() - begun)} ms`);
      expect(await page.locator("#after").getAttribute("src")).toMatch(/^blob:/);
      await takeShots(page, "picture-trial");
      await page.getByRole("button", { name: "Make this picture again" }).click();
      await page.waitForURL("**?done=remade");
      expect(await page.getByLabel("Style").inputValue()).toBe("modern");
      expect(complaints).toEqual([]);
    },
    testMs,
  );

  test(
    "takes a frame out of a picture, which makes two",
    async () => {
      await open(orderPath);
      await page.getByRole("link", { name: "Grouping" }).click();
      await page.getByRole("button", { name: "Make one picture of them" }).click();
      expect(await page.getByRole("alert").textContent()).toBe("Select frames first.");
      await page.getByLabel(/IMG_0007/).check();
      await takeShots(page, "grouping");
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOnPhone(page)).toBe(0);
      await page.getByRole("button", { name: "Make a picture of each" }).click();
      await page.waitForURL(`**${orderPath}?done=regrouped`);
      await expect.poll(() => page.locator("#summary").textContent(), making).toContain("4 pictures ready");
      expect(await page.locator("#pictures .name").allTextContents()).toEqual(
        expect.arrayContaining(["IMG_0006.JPG", "IMG_0007.JPG"]),
      );
    },
    testMs,
  );

  test(
    "keeps the view of a frame that is chosen as the reference, by the keyboard",
    async () => {
      await page.getByRole("link", { name: "Grouping" }).click();
      await page.getByRole("button", { name: "Use as reference IMG_0002.JPG" }).press("Enter");
      await page.waitForURL(`**${orderPath}?done=regrouped`);
      await expect.poll(() => page.locator("#summary").textContent(), making).toContain("4 pictures ready");
      await page.getByRole("link", { name: "Grouping" }).click();
      const chosen = page.getByRole("button", { name: "Choose automatically instead of IMG_0002.JPG" });
      expect(await chosen.isVisible()).toBe(true);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOnPhone(page)).toBe(0);
      await open(orderPath);
    },
    testMs,
  );

  test("shares the order by a link, which works without an account until it is ended", async () => {
    await page.getByRole("link", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create a link" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    expect(await findBarriers(page)).toEqual([]);
    const agent = await browser.newPage();
    await agent.goto(link);
    expect(await agent.getByRole("heading", { level: 1 }).textContent()).toBe("12 Park Avenue");
    const picture = agent.getByRole("img").first();
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, "naturalWidth")), soon).toBeGreaterThan(0);
    await takeShots(agent, "shared");
    expect(await findBarriers(agent)).toEqual([]);
    await page.getByRole("button", { name: /^End the link/ }).click();
    await page.waitForLoadState();
    expect((await agent.goto(link))?.status()).toBe(404);
    await agent.close();
    await open(orderPath);
  });

  test("approves, rates and reports a picture, and deletes it", async () => {
    await page.locator("#pictures a").last().click();
    await page.getByRole("button", { name: "Approve" }).click();
    expect(await page.getByRole("status").first().textContent()).toContain("The picture is approved.");
    await page.getByLabel("Rating").selectOption("4");
    await page.getByRole("button", { name: "Rate" }).click();
    expect(await page.getByLabel("Rating").inputValue()).toBe("4");
    await page.getByText("Report a problem").click();
    await page.getByRole("checkbox", { name: "Windows" }).check();
    await page.getByLabel("Comment").fill("The sky is grey.");
    await page.getByRole("button", { name: "Send the report" }).click();
    expect(await page.getByRole("status").first().textContent()).toContain("the report is stored");
    await page.getByText("Delete the picture", { exact: true }).click();
    await page.getByRole("button", { name: "Delete the picture and its frames" }).click();
    await page.waitForURL(`**${orderPath}?done=deleted`);
    expect(await page.locator("#pictures > li").count()).toBe(3);
    await open("/settings/purchases");
    expect(await page.locator(".rows > li").count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
  });

  test("loads little: each page's files without pictures are below 150 kB compressed", async () => {
    for (const path of ["/app/orders", "/app/orders/new", orderPath]) {
      const fresh = await browser.newContext({ storageState: await context.storageState() });
      const other = await fresh.newPage();
      let bytes = 0;
      other.on("response", (answer) => {
        void answer.body().then(
          (body) => {
            if (!answer.headers()["content-type"]?.startsWith("image/")) bytes += body.length;
          },
          () => {},
        );
      });
      await other.goto(new URL(path, service.address).href);
      await other.waitForTimeout(500);
      await fresh.close();
      expect(bytes, path).toBeGreaterThan(1000);
      expect(bytes, path).toBeLessThan(150_000);
    }
  });

  test("deletes the order", async () => {
    await open(orderPath);
    await page.getByText("Delete the order", { exact: true }).click();
    await page.getByRole("button", { name: "Delete the order and its files" }).click();
    await page.waitForURL("**/app/orders");
    expect(await page.locator(".orders > li").count()).toBe(0);
  });
});
