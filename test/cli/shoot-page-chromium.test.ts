import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readPageAssets } from "../../src/cli/pages/html-page.ts";
import { renderShootPage, type ShootSet } from "../../src/cli/pages/shoot-page.ts";
import { findChromium } from "../support/chromium.ts";
import { runInside } from "../support/run-cli.ts";
import { hashFolder, smallJpeg, TestFolder } from "../support/sample-shoot.ts";

const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the page of a run is not looked at in a browser.");

describe.skipIf(!executablePath)("in Chromium, the page of a run", () => {
  const folder = new TestFolder();
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => dialog.accept());
  });
  beforeEach(() => complaints.splice(0));
  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  const open = (path: string) => page.goto(pathToFileURL(path).href);
  const filter = (name: RegExp) => page.getByRole("button", { name });
  const shownSets = () => page.locator("section.set:visible").count();

  test("opens fast with 300 sets, and shows those of a filter, by keys as well", async () => {
    const path = join(folder.path, "many.html");
    writeFileSync(path, await manySets(300));
    const began = performance.now();
    await open(path);
    await page.waitForFunction("document.querySelector('[data-filter=all] span').textContent === '300'");
    const ms = performance.now() - began;
    console.info(`300 sets open in ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(10_000);
    expect(await shownSets()).toBe(300);
    await filter(/^Check failed 30$/).click();
    expect(await shownSets()).toBe(30);
    await filter(/^Warnings 100$/).focus();
    await page.keyboard.press("Enter");
    expect(await shownSets()).toBe(100);
    expect(await filter(/^Warnings/).getAttribute("aria-pressed")).toBe("true");
    await filter(/^All/).click();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.emulateMedia({ media: "print" });
    expect(await filter(/^All/).count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    expect(complaints).toEqual([]);
  });

  test("moves from after to before", async () => {
    await open(join(folder.path, "many.html"));
    const slider = page.getByRole("slider", { name: /^Set 1:/ });
    await slider.focus();
    await page.keyboard.press("End");
    const cut = await page.evaluate("getComputedStyle(document.querySelector('#set-0 .before')).clipPath");
    expect(cut).toBe("inset(0px 0% 0px 0px)");
    const width = await page.evaluate("document.querySelector('#set-0 .before').naturalWidth");
    expect(width).toBe(480);
  });

  const cutOf = (selector: string) =>
    page
      .evaluate(`getComputedStyle(document.querySelector("${selector}")).clipPath`)
      .then((text) => Number(/inset\(0px (?:([\d.]+)%)/.exec(String(text))?.[1] ?? 0));

  test("drags the divider on the picture, and names the frame before", async () => {
    await open(join(folder.path, "many.html"));
    const set = page.getByRole("region", { name: "Set 1", exact: true });
    const box = (await set.locator(".pair").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const;
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.25), { steps: 5 });
    expect(await cutOf("#set-0 .before")).toBeCloseTo(75, -1);
    await page.mouse.move(...at(0.8), { steps: 5 });
    await page.mouse.up();
    expect(await cutOf("#set-0 .before")).toBeCloseTo(20, -1);
    const edge = (await set.locator(".edge").boundingBox())?.x ?? 0;
    expect(Math.abs(edge - at(0.8)[0])).toBeLessThan(4);
    expect(await set.locator(".mark-before").textContent()).toBe("before: IMG_1.JPG");
    expect(await set.locator(".mark-after").textContent()).toBe("after");
    expect(await set.locator("details[open]").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("shows the sets with one warning", async () => {
    await open(join(folder.path, "many.html"));
    await page.getByRole("combobox", { name: "Warning" }).selectOption("metadata/unreadable");
    expect(await shownSets()).toBe(100);
    await filter(/^Check failed/).click();
    expect(await shownSets()).toBe(10);
    await page.getByRole("combobox", { name: "Warning" }).selectOption("");
    expect(await shownSets()).toBe(30);
  });

  test("goes from picture to picture by keys, compares, zooms and goes back", async () => {
    await open(join(folder.path, "many.html"));
    const focused = () => page.evaluate("document.activeElement.closest('.set')?.id");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focused()).toBe("set-1");
    await page.keyboard.press("k");
    expect(await focused()).toBe("set-0");
    await page.keyboard.press("ArrowRight");
    expect(await cutOf("#set-0 .before")).toBe(49.5);
    await page.keyboard.press("c");
    expect(await cutOf("#set-0 .before")).toBe(0);
    await page.keyboard.press("Enter");
    const viewer = page.getByRole("dialog");
    expect(await viewer.isVisible()).toBe(true);
    expect(await viewer.getByRole("heading").textContent()).toMatch(/^Set 1: /);
    await page.keyboard.press("j");
    expect(await viewer.getByRole("heading").textContent()).toMatch(/^Set 2: /);
    await page.keyboard.press("c");
    expect(await cutOf("#viewer .before")).toBe(0);
    expect(await viewer.getByRole("button", { name: "Only before" }).getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("z");
    expect(await viewer.locator(".after").evaluate((image) => image.getBoundingClientRect().width)).toBe(480);
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate("document.fullscreenElement !== null")).toBe(true);
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate("document.fullscreenElement === null")).toBe(true);
    await page.keyboard.press("Escape");
    expect(await viewer.locator(".after").evaluate((image) => image.getBoundingClientRect().width)).toBeGreaterThan(
      480,
    );
    await page.keyboard.press("Escape");
    expect(await viewer.isVisible()).toBe(false);
    await expect.poll(focused).toBe("set-1");
    expect(complaints.filter((text) => !text.includes("ERR_FILE_NOT_FOUND"))).toEqual([]);
  });

  const shoot = join(folder.path, "shoot");
  const out = join(folder.path, "out");
  const report = join(folder.path, "run.html");
  const redo = join(folder.path, "redo.json");
  const debugDir = folder.fresh("debug");
  const run = (...more: string[]) => runInside(["enhance", shoot, "--output-dir", out, "--html", report, ...more]);
  const doneLists = () => page.locator("section.set details:has(summary:text-is('Done')) li").allTextContents();
  let done: string[];

  test("gives the list of what is marked", async () => {
    mkdirSync(shoot);
    for (const [i, shade] of [60, 120, 180].entries())
      writeFileSync(join(shoot, `room-${i + 1}.jpg`), await smallJpeg(shade, 320, 240));
    expect((await run("--debug-dir", debugDir)).status).toBe(0);
    await open(report);
    done = await doneLists();
    expect(done.length).toBeGreaterThan(2);
    await page.getByRole("region", { name: "Set 2" }).getByLabel("redo").check();
    await filter(/^To redo 1$/).click();
    expect(await shownSets()).toBe(1);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save redo.json" }).click();
    await (await download).saveAs(redo);
    expect(JSON.parse(readFileSync(redo, "utf8"))).toMatchObject({ only: true, groups: [{ files: ["room-2.jpg"] }] });
    expect(complaints).toEqual([]);
  });

  test("shows the whole picture in the large view", async () => {
    await open(report);
    await page.getByRole("region", { name: "Set 2" }).getByRole("button", { name: "Large view" }).click();
    await page.getByText("2 of 3, 320 × 240").waitFor();
    await page.keyboard.press("Escape");
    expect(complaints).toEqual([]);
  });

  test("shows what is where, by keys as well, and takes it away", async () => {
    await open(report);
    const set = page.getByRole("region", { name: "Set 2" });
    const button = set.getByRole("button", { name: "Show what is where" });
    const overlay = set.getByRole("img", { name: "Set 2: what is where" });
    const legend = set.getByRole("list", { name: "Colours" });
    const seen = async () => [await overlay.isVisible(), await legend.isVisible(), await pressed()];
    const pressed = () => button.getAttribute("aria-pressed");
    expect(await seen()).toEqual([false, false, "false"]);
    await button.focus();
    await page.keyboard.press("Enter");
    expect(await seen()).toEqual([true, true, "true"]);
    expect(await legend.getByRole("listitem").count()).toBe(10);
    expect(await page.locator("img.scene:visible").count()).toBe(1);
    const edge = await page.evaluate("document.querySelector('#set-1 .scene').naturalWidth");
    expect(edge).toBeGreaterThan(100);
    await page.keyboard.press("Space");
    expect(await seen()).toEqual([false, false, "false"]);
    expect(complaints).toEqual([]);
  });

  test("shows pictures alone where scripts may not run", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(pathToFileURL(report).href);
    expect(await still.locator("img.after:visible").count()).toBe(3);
    expect(await still.locator("img.scene:visible, .legend:visible, [data-do=scene]:visible").count()).toBe(0);
    await context.close();
  });

  test("whose list makes those pictures again, and no others", async () => {
    const before = hashFolder(out);
    const again = await run("--groups", redo, "--overwrite", "--style", "warm");
    expect([again.status, again.stdout.trim().split("\n").length]).toEqual([0, 1]);
    const after = hashFolder(out);
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(changed).toEqual(["room-2.jpg"]);
    await open(report);
    expect(await page.locator("img.scene, .legend, [data-do=scene]").count()).toBe(0);
  });

  test("shows what was done to pictures that were skipped", async () => {
    const resumed = await run("--resume", "--debug-dir", debugDir);
    expect(resumed.stdout.match(/exists already/g)).toHaveLength(2);
    await open(report);
    expect(await page.getByText("skipped").count()).toBeGreaterThan(2);
    expect(await doneLists()).toEqual(done);
    expect(await page.locator("section.set img.after").count()).toBe(3);
    expect(await page.locator("section.set:has(img.scene)").getAttribute("id")).toBe("set-1");
    expect(complaints).toEqual([]);
  });
});

/** Of real size: two small pictures each, every tenth with a failed check, every third with a warning. */
async function manySets(count: number): Promise<string> {
  const { default: sharp } = await import("sharp");
  const noise = await sharp({
    create: { width: 480, height: 320, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 20 } },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const sets = Array.from(
    { length: count },
    (_, i): ShootSet => ({
      files: [0, 1, 2].map((k) => `IMG_${3 * i + k}.JPG`),
      reasons: ["the frames follow each other", "the camera says that it brackets"],
      flags: [],
      before: noise,
      beforeFile: `IMG_${3 * i + 1}.JPG`,
      after: noise,
      link: `./IMG_${3 * i}.jpg`,
      skipped: false,
      made: {
        reference: `IMG_${3 * i}.JPG`,
        width: 6000,
        height: 4000,
        operations: ["merged 3 exposures", "corrected the lens"],
        warnings: i % 3 === 0 ? [{ code: "metadata/unreadable", message: "metadata: none" }] : [],
        check: { passed: i % 10 !== 0, rung: "full", findings: i % 10 === 0 ? ["detail is lost"] : [] },
        timingsMs: { decode: 1000, tone: 300 },
      },
    }),
  );
  const { script, style } = await readPageAssets("shoot-page");
  return renderShootPage({ title: "many", sets, failed: [], seconds: 900, script, style });
}
