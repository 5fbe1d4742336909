import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";

/** A folder for pictures of the pages, to look at them; unset: none are taken. */
const shotsFolder = process.env["LIGHTWELL_SCREENSHOTS"];

/** Widths of a phone and of a desk, in CSS pixels. */
const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/** Pictures of the page on a phone and on a desktop, light and dark. */
export async function takeShots(page: Page, name: string): Promise<void> {
  if (shotsFolder === undefined) return;
  await mkdir(shotsFolder, { recursive: true });
  const before = page.viewportSize();
  for (const [device, size] of Object.entries(viewports)) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(shotsFolder, `${name}-${device}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before) await page.setViewportSize(before);
}

/** What axe-core checks in each colour scheme; only colours differ in dark. */
const checks = { light: {}, dark: { runOnly: ["cat.color"] } } as const;

/** What axe-core finds in the page, in light and in dark: the rule and the elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(checks[colorScheme])})`);
    for (const { id, impact, nodes } of violations) {
      if (impact === "minor") continue;
      found.push(...nodes.map(({ html, failureSummary }) => `${colorScheme} ${id}: ${html} ${failureSummary}`));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** How far the page is wider than a phone, in pixels. */
export async function overflowOnPhone(page: Page): Promise<number> {
  const before = page.viewportSize();
  await page.setViewportSize(viewports.phone);
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  if (before) await page.setViewportSize(before);
  return Math.max(0, width - viewports.phone.width);
}
