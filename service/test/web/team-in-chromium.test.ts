import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setOperator } from "../../src/store/member-store.ts";
import { findChromium } from "../support/chromium.ts";
import { registerImage } from "../support/client.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { findBarriers, overflowOnPhone, takeShots } from "../support/studio-browser.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const email = "studio@example.org";
const password = "a long enough password";
const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the pages of teams and of the operator are not tested in one.");

describe.skipIf(!executablePath)("a team in Chromium", { timeout: 300_000 }, () => {
  let service: TestService;
  let smtp: SmtpServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const settings = { smtpUrl: smtp.url, mailFrom: "lightwell@example.com" };
    service = await startTestService(settings, [{ email, password }, { email: "other@example.org" }]);
    await registerImage(service, { image_name: "kitchen.jpg" });
    await service.restart(async (queries) => {
      const { member_id } = await queries
        .selectFrom("members")
        .select("member_id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      await setOperator(queries, member_id, true);
    });
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await smtp?.close();
  });

  const go = (path: string, on = page) => on.goto(new URL(path, service.address).href);

  async function mailedPath(count: number): Promise<string> {
    await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(count);
    const [, path] = /https?:\/\/[^/\s]+(\/\S+\?token=\S+)/.exec(smtp.mails[count - 1].text) ?? [];
    return path;
  }

  test("an owner signs in by a link from an e-mail", async () => {
    await go("/sign-in");
    await takeShots(page, "sign-in");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("E-mail address for the link").fill(email);
    await page.getByRole("button", { name: "Send a sign-in link" }).click();
    expect(await page.getByRole("status").textContent()).toContain("If this address belongs to an account");
    await go(await mailedPath(1));
    await takeShots(page, "sign-in-link");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/app/orders");
    expect(complaints).toEqual([]);
  });

  test("invites a viewer, who joins and sees less", async () => {
    await go("/settings/team");
    await page.getByLabel("E-mail address").fill("viewer@example.org");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    expect(await page.getByRole("status").textContent()).toContain("The invitation was sent by e-mail.");
    const context = await browser.newContext();
    const other = await context.newPage();
    other.setDefaultTimeout(60_000);
    await go(await mailedPath(2), other);
    await other.getByLabel("New password").fill(password);
    await other.getByRole("button", { name: "Join" }).click();
    await other.waitForURL("**/app/orders");
    const names = await other.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents();
    expect(names).toEqual(["Orders", "Account"]);
    await go("/settings", other);
    expect(await findBarriers(other)).toEqual([]);
    await context.close();
  });

  test("finds no barrier and no page wider than a phone", async () => {
    await go("/admin");
    const account = await page.getByRole("link", { name: "other@example.org" }).getAttribute("href");
    const pages = [
      ["account", "/settings"],
      ["team", "/settings/team"],
      ["api", "/settings/webhook"],
      ["operator-accounts", "/admin"],
      ["operator-account", account ?? ""],
      ["operator-jobs", "/admin/jobs"],
      ["operator-storage", "/admin/storage"],
      ["operator-deliveries", "/admin/deliveries"],
      ["operator-log", "/admin/log"],
    ];
    for (const [name, path] of pages) {
      await go(path);
      expect([name, await overflowOnPhone(page)]).toEqual([name, 0]);
      expect([name, await findBarriers(page)]).toEqual([name, []]);
      await takeShots(page, name);
    }
    expect(complaints).toEqual([]);
  });

  test("suspends an account as the operator, and resumes it", async () => {
    await go("/admin");
    await page.getByRole("link", { name: "other@example.org" }).click();
    await page.getByRole("button", { name: "Suspend" }).click();
    expect(await page.getByRole("status").textContent()).toContain("The account was suspended.");
    expect((await service.call("GET", "/v3/orders", { key: service.keys[1] })).status).toBe(401);
    await page.getByRole("button", { name: "Resume" }).click();
    expect(await page.getByRole("status").textContent()).toContain("The account was resumed.");
    expect((await service.call("GET", "/v3/orders", { key: service.keys[1] })).status).toBe(200);
  });
});
