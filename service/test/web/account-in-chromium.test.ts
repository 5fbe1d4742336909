import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium } from "../support/chromium.ts";
import { registerImage, upload } from "../support/client.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { smallPicture } from "../support/small-picture.ts";
import { poll, startTestService, type TestService } from "../support/test-service.ts";

const email = "one@example.org";
const password = "a long enough password";
const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the settings page is not looked at in a browser.");

describe.skipIf(!executablePath)("in Chromium, without scripts", () => {
  let service: TestService;
  let receiver: Receiver;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startTestService({ privateWebhooks: true }, [{ email, password }]);
    receiver = await startReceiver();
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    // The pages hold no script; that none runs shows that nothing needs one.
    page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => complaints.push(message.text()));
    page.on("response", (answer) => {
      if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
    });
  });

  beforeEach(() => complaints.splice(0));

  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
    await service?.close();
  });

  const open = (path: string) => page.goto(new URL(path, service.address).href);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const keyShown = () => page.getByRole("textbox", { name: "API Key" }).inputValue();
  const listStatus = async (key: string) => (await service.call("GET", "/v3/orders", { key })).status;

  test("someone signs in with the password", async () => {
    await open("/");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByLabel("E-mail address", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await press("Sign in");
    await page.waitForURL(({ pathname }) => pathname === "/app/orders");
    await page.getByRole("link", { name: "Account" }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Account");
    expect(complaints).toEqual([]);
  });

  test("reveals the key, which the API takes, and hides it", async () => {
    await press("Reveal");
    expect(await keyShown()).toBe(service.keys[0]);
    expect(await listStatus(await keyShown())).toBe(200);
    await page.getByRole("link", { name: "Hide" }).click();
    expect(await keyShown()).toMatch(/^lw_•+$/);
  });

  let key = "";
  test("rotates the key: the old one is refused, the new one taken", async () => {
    await page.getByText("Rotate …").click();
    await press("Rotate the key now");
    expect(await page.getByRole("status").textContent()).toContain("There is a new API key");
    await press("Reveal");
    key = await keyShown();
    expect(key).not.toBe(service.keys[0]);
    expect([await listStatus(service.keys[0]), await listStatus(key)]).toEqual([401, 200]);
    expect(complaints).toEqual([]);
  });

  test("sets the webhook, and its receiver gets an event", async () => {
    await page.getByRole("link", { name: "API" }).click();
    await page.getByLabel("Webhook URL").fill(receiver.url);
    await page.getByLabel("Authentication value").fill("Bearer of news");
    await press("Update settings");
    expect(await page.getByRole("status").textContent()).toContain("The settings were saved.");
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    expect(receiver.received[0]).toMatchObject({
      text: '{"event":"webhook_updated"}',
      headers: { authorization: "Bearer of news" },
    });
    expect(complaints).toEqual([]);
  });

  test("sees an order of the API", async () => {
    const registered = await registerImage(service, { image_name: "kitchen & <hall>.jpg" }, { key });
    await upload(service, registered, await smallPicture());
    const path = `/v3/images/${registered["image_id"]}`;
    await poll(
      () => service.call("GET", path, { key }),
      ({ status }) => status === "processed",
    );
    await page.getByRole("link", { name: "Orders" }).click();
    await page.locator(".order a").click();
    const picture = page.getByRole("img", { name: "kitchen & <hall>.jpg, enhanced" });
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, "naturalWidth")), { timeout: 20_000 })
      .toBe(67);
    expect(await page.locator("#summary").textContent()).toContain("1 picture ready");
    expect(complaints).toEqual([]);
  });

  test("has a delivery sent again", async () => {
    const processed = () => receiver.received.filter(({ text }) => text.includes("image_processed"));
    await expect.poll(() => processed().length, { timeout: 10_000 }).toBe(1);
    await page.getByRole("link", { name: "API" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "image_processed" });
    const resend = row.getByRole("button", { name: /^Resend image_processed/ });
    await expect
      .poll(async () => (await page.reload()) && resend.isVisible(), { timeout: 10_000, interval: 200 })
      .toBe(true);
    await resend.click();
    await expect.poll(() => processed().length, { timeout: 10_000 }).toBe(2);
    const [first, second] = processed();
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(second.text).toBe(first.text);
  });

  test("finds every page within the width of a phone, each field with a label and each button with a name", async () => {
    for (const path of ["/settings", "/settings/webhook", "/settings/team", "/app/orders", "/app/orders/new"]) {
      await open(path);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBeLessThanOrEqual(360);
      expect(await page.evaluate(unnamed), path).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  test("signs out, and finds nothing by going back", async () => {
    await press("Sign out");
    // A click does not wait for the page that it leads to.
    await page.waitForURL(({ pathname }) => pathname === "/sign-in");
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });
});

/** What a screen reader could not name, and what a finger could not hit. */
const unnamed = `const touched = (element) => element.type === "checkbox" ? element.closest("label") ?? element : element;
[...document.querySelectorAll("input:not([type=hidden], [hidden]), button, summary, img, meter")].filter((element) => {
  const named = element.labels?.length || element.ariaLabel || element.alt || element.textContent.trim()
    || document.getElementById(element.getAttribute("aria-labelledby"));
  const small = /^(BUTTON|SUMMARY|INPUT)$/.test(element.tagName) && element.checkVisibility() && touched(element).offsetHeight < 44;
  return !named || small;
}).map((element) => element.outerHTML)`;
