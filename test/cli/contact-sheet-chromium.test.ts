import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { findChromium } from "../support/chromium.ts";
import { runInside } from "../support/run-cli.ts";
import { smallJpeg, TestFolder } from "../support/sample-shoot.ts";

const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the page of groups is not looked at in a browser.");

test.skipIf(!executablePath)(
  "in Chromium, frames of groups are looked at closely, and the groups are saved",
  async () => {
    const folder = new TestFolder();
    const shoot = join(folder.path, "a shoot");
    mkdirSync(shoot);
    for (const i of [1, 2]) writeFileSync(join(shoot, `room-${i}.jpg`), await smallJpeg(60 * i, 2400, 1600));
    writeFileSync(
      join(shoot, "room-3.tif"),
      await sharp(await smallJpeg(150, 1200, 800))
        .tiff()
        .toBuffer(),
    );
    const sheet = join(folder.path, "sets.html");
    expect((await runInside(["group", shoot, "--html", sheet])).status).toBe(0);
    const browser = await chromium.launch({ executablePath: executablePath ?? "" });
    try {
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      page.setDefaultTimeout(15_000);
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(pathToFileURL(sheet).href);
      const viewer = page.getByRole("dialog");
      await page.getByRole("button", { name: /room-1/ }).focus();
      await page.keyboard.press("v");
      await viewer.getByText("1 of 3, 2400 × 1600").waitFor();
      const stage = viewer.locator(".stage");
      const width = () => viewer.locator(".after").evaluate((image) => image.getBoundingClientRect().width);
      expect(await width()).toBeLessThan(1201);
      await page.keyboard.press("z");
      expect(await width()).toBe(2400);
      await stage.evaluate((element) => element.scrollTo(100, 200));
      await page.keyboard.press("j");
      await viewer.getByText("2 of 3, 2400 × 1600").waitFor();
      const place = await stage.evaluate((element) => [element.scrollLeft, element.scrollTop]);
      expect(place.map((px, i) => Math.abs(px - [100, 200][i]) < 3)).toEqual([true, true]);
      await page.keyboard.press("j");
      await viewer.getByText("3 of 3, small copy").waitFor();
      await expect.poll(width).toBe(512);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      expect(await viewer.isVisible()).toBe(false);
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("frame-2");
      await page.getByRole("button", { name: /room-2/ }).dblclick();
      await viewer.getByText(/^2 of 3/).waitFor();
      await viewer.getByRole("button", { name: "Close" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save groups.json" }).click();
      const saved = join(folder.path, "groups.json");
      await (await download).saveAs(saved);
      expect((await runInside(["group", shoot, "--groups", saved, "--json"])).status).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      folder.remove();
    }
  },
);
