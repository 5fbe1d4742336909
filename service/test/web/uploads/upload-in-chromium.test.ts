import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { largePicture } from "../../../bench/large-picture.ts";
import { recordTasks, tasksOf } from "../../../bench/pages/long-tasks.ts";
import { buildApp } from "../../../src/app.ts";
import { beginSession } from "../../../src/store/session-store.ts";
import { findChromium } from "../../support/chromium.ts";
import { addMember } from "../../support/members.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

const executablePath = findChromium();
const soon = { timeout: 60_000 };
const files = 12;
/** Longest time that the page may not react while it sends files, in ms. */
const mostMs = 100;

describe.skipIf(!executablePath)("the upload page in Chromium", () => {
  let parts: TestParts;
  let app: FastifyInstance;
  let browser: Browser;
  let page: Page;
  let folder: string;
  const names: string[] = [];

  beforeAll(async () => {
    parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
    app = await buildApp(parts);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    folder = await mkdtemp(join(tmpdir(), "lightwell-upload-"));
    for (let i = 0; i < files; i++) {
      names.push(join(folder, `IMG_${i}.JPG`));
      await writeFile(names[i], await largePicture(24, i));
    }
    const { accountId, database } = parts;
    const memberId = await addMember(parts, accountId, { email: "editor@example.org", role: "editor" });
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    const context = await browser.newContext({ baseURL: origin });
    const value = await beginSession(database.queries, { accountId, memberId }, "a test");
    await context.addCookies([{ name: "lightwell_session", value, url: origin }]);
    await context.addInitScript(recordTasks);
    page = await context.newPage();
  });
  beforeEach(async () => {
    await page.goto("/app/orders/new");
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await parts?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const progress = () => page.locator("#progress-text").textContent();

  test("reacts while large files are sent", async () => {
    await page.locator("#files").setInputFiles(names);
    await expect.poll(progress, soon).toContain(`${files} of ${files} files uploaded`);
    expect((await tasksOf(page)).filter((ms) => ms > mostMs)).toEqual([]);
  });

  test("refuses a file that was changed after it was chosen with a sentence", async () => {
    await page.route("**/app/orders/*/files", async (route) => {
      await writeFile(names[0], "changed");
      await route.continue();
    });
    await page.locator("#files").setInputFiles([names[0]]);
    await expect.poll(() => page.locator("#problems").textContent(), soon).toContain("was it moved or changed?");
  });
});
