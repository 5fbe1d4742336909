import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { findChromium } from "../../support/chromium.ts";
import { everyRole } from "../../support/members.ts";
import { findBarriers } from "../../support/studio-browser.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

/** How long a page may take to show something, on a machine that does other work. */
const soon = { timeout: 20_000 };
const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: continuing an upload is not tested in a browser.");
const shoot = fileURLToPath(new URL("../../../../fixtures/shoot/", import.meta.url));

describe.skipIf(!executablePath)("an upload that a reload broke off, in Chromium", () => {
  let parts: TestParts;
  let app: FastifyInstance;
  let address: string;
  let folder: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
    app = await buildApp(parts);
    const { editor } = await everyRole(app, parts, parts.accountId);
    address = await app.listen({ port: 0, host: "127.0.0.1" });
    folder = await mkdtemp(join(tmpdir(), "lightwell-drop-"));
    await mkdir(join(folder, "kitchen"));
    for (const name of ["IMG_0006.JPG", "IMG_0007.JPG"]) await cp(join(shoot, name), join(folder, "kitchen", name));
    await cp(join(shoot, "IMG_0012.JPG"), join(folder, "IMG_0012.JPG"));
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    context = await browser.newContext();
    await context.addCookies([...editor.cookies].map(([name, value]) => ({ name, value, url: address })));
    page = await context.newPage();
    page.setDefaultTimeout(soon.timeout);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await parts?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Drops files from the disk, as people do; those of scripts have no handles. */
  async function drop(paths: readonly string[]): Promise<void> {
    const box = await page.locator("#drop").boundingBox();
    if (!box) throw new Error("the page has no place for a drop");
    const session = await context.newCDPSession(page);
    const at = { x: box.x + 20, y: box.y + 20, data: { items: [], files: [...paths], dragOperationsMask: 1 } };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, ...at });
    }
    await session.detach();
  }

  const progress = () => page.locator("#progress-text").textContent();

  test("continues with one click, and offers nothing once all files have arrived", async () => {
    await page.goto(`${address}/app/orders/new`);
    await context.route("**/app/uploads/**", (route) => route.abort());
    await drop([join(folder, "kitchen"), join(folder, "IMG_0012.JPG")]);
    await expect.poll(progress, soon).toContain("No connection");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await context.unroute("**/app/uploads/**");
    const button = page.getByRole("button", { name: "Continue the upload" });
    await button.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button.click();
    await expect.poll(progress, soon).toContain("3 of 3 files uploaded");
    await page.reload();
    expect(await page.locator("#file-list li").count()).toBe(3);
    expect(await button.count()).toBe(0);
  }, 60_000);

  test("asks for the files again where the browser has no handles", async () => {
    await page.goto(`${address}/app/orders/new`);
    await context.route("**/app/uploads/**", (route) => route.abort());
    await page.locator("#files").setInputFiles([join(folder, "IMG_0012.JPG")]);
    await expect.poll(progress, soon).toContain("No connection");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await context.unroute("**/app/uploads/**");
    await page.getByText("Drop the same folder or files again").waitFor();
    expect(await page.getByRole("button", { name: "Continue the upload" }).count()).toBe(0);
    await page.locator("#files").setInputFiles([join(folder, "IMG_0012.JPG")]);
    await expect.poll(progress, soon).toContain("1 of 1 files uploaded");
  }, 60_000);
});
