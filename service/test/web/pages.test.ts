import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { recordEvent } from "../../src/store/event-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { loadSecrets } from "../../src/store/load-secrets.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { BrowserLike, type Page } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { smallPicture } from "../support/small-picture.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";

const password = "a long enough password";
const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>\u202e.jpg`;

let parts: TestParts;
let app: FastifyInstance;
let owner: BrowserLike;
let stranger: BrowserLike;
let strangerId: string;
let receiver: Receiver;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000, privateWebhooks: true });
  app = await buildCheckedApp(parts);
  startJobs(parts);
  receiver = await startReceiver();
  strangerId = (await createAccount(parts.database, parts.secrets, { email: "stranger@example.org" })).accountId;
  for (const id of [parts.accountId, strangerId]) await givePassword(parts, id, password);
  owner = new BrowserLike(app);
  stranger = new BrowserLike(app);
  await owner.signIn("one@example.org", password);
  await stranger.signIn("stranger@example.org", password);
});

beforeEach(async () => {
  for (const browser of [owner, stranger]) await browser.get("/settings");
});

afterAll(async () => {
  await receiver.close();
  await app.close();
  await parts.close();
});

/** An order with one image of a picture, for the owner. */
async function makeOrder(orderName: string, imageName: string): Promise<{ orderId: string; imageId: string }> {
  const { queries } = parts.database;
  const orderId = await ensureOrder(queries, parts.accountId, { name: orderName });
  const common = { accountId: parts.accountId, contentType: null, preferences: {}, devMode: false };
  const imageId = await insertImage(queries, { ...common, orderId, name: imageName });
  const path = join(parts.config.dataDir, "picture.jpg");
  await writeFile(path, await smallPicture());
  const key = storageKey("preview");
  const written = await parts.storage.write(key, createReadStream(path), 1e6);
  const file = { key, sizeBytes: written.sizeBytes, sha256: written.sha256, width: 96, height: 64 };
  const result = JSON.stringify({ full: file, preview: file, isThreesixty: false, warnings: [] });
  await queries
    .updateTable("images")
    .set({ result, status: "processed", status_reason: hostile })
    .where("image_id", "=", imageId)
    .execute();
  return { orderId, imageId };
}

const pages = ["/settings", "/settings/webhook", "/app/orders", "/app/orders/new"];
const actions = [
  "/settings/key/reveal",
  "/settings/key/rotate",
  "/settings/password",
  "/settings/api-version",
  "/settings/webhook",
  "/settings/webhook/reveal",
  "/settings/webhook/rotate",
  "/settings/webhook/resend",
];

describe("who is not signed in", () => {
  test.each(pages)("is sent from %s to the sign-in", async (path) => {
    const { status, location, text } = await new BrowserLike(app).get(path);
    expect([status, location, text]).toEqual([303, "/sign-in", ""]);
  });

  test.each(actions)("can do nothing at %s", async (path) => {
    const { status, location } = await new BrowserLike(app).post(path, { csrf: owner.csrf });
    expect([status, location]).toEqual([303, "/sign-in"]);
  });

  test("is led from the service's root to the orders", async () => {
    expect((await new BrowserLike(app).get("/")).location).toBe("/app/orders");
  });
});

describe("a form without the session's token is refused at", () => {
  test.each(actions)("%s", async (path) => {
    const before = (await owner.get("/settings")).text;
    for (const csrf of ["", "x", stranger.csrf]) {
      const { status, text } = await owner.post(path, { csrf });
      expect(status).toBe(403);
      expect(text).not.toMatch(/lw_[\w-]{43}/);
    }
    expect((await owner.post(path, {}, { "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await owner.get("/settings")).text).toBe(before);
  });

  test("any address, where it is sent as JSON", async () => {
    const headers = { "content-type": "application/json" };
    expect((await owner.post("/settings/key/rotate", {}, headers)).status).toBe(415);
  });
});

test("every answer keeps scripts, frames, foreign forms and caches out", async () => {
  const answers: Page[] = [await new BrowserLike(app).get("/sign-in"), await owner.get("/settings?page=1")];
  answers.push(await owner.post("/settings/key/rotate", { csrf: "" }), await owner.get("/app/orders?page=zero"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 422]);
  for (const { headers, text } of answers) {
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=|javascript:/i);
  }
});

test("the stylesheet and the icon can be kept for good, since their names change with them", async () => {
  const { text } = await owner.get("/settings");
  const [, style] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
  for (const [path, type] of [
    [style, "text/css; charset=utf-8"],
    [icon, "image/svg+xml; charset=utf-8"],
  ]) {
    const { status, headers } = await owner.get(path);
    expect([status, headers["content-type"]]).toEqual([200, type]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  expect((await owner.get("/app/files/x/settings.css")).status).toBe(404);
  expect((await owner.get("/app/files/x/..%2f..%2fpackage.json")).status).toBe(404);
});

describe("the API key", () => {
  const keyOf = ({ text }: Page) => /id="api-key"[^>]* value="(lw_[^"]+)"/.exec(text)?.[1];
  const asks = (key: string | undefined) =>
    app.inject({ url: "/v3/orders", headers: { "x-api-key": key ?? "" } }).then(({ statusCode }) => statusCode);

  test("is shown when asked for, never else, and lies in the database as a hash and a sealed copy", async () => {
    expect(keyOf(await owner.get("/settings"))).toBe("lw_••••••••••••••••");
    const key = keyOf(await owner.post("/settings/key/reveal"));
    expect(key).toMatch(/^lw_[\w-]{43}$/);
    expect(await asks(key)).toBe(200);
    const rows = await parts.database.queries.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("is replaced by a rotation, and the old one refused", async () => {
    const old = keyOf(await owner.post("/settings/key/reveal"));
    const strangers = keyOf(await stranger.post("/settings/key/reveal"));
    const { status, location } = await owner.post("/settings/key/rotate");
    expect([status, location]).toEqual([303, "/settings?done=rotated"]);
    expect((await owner.get("/settings?done=rotated")).text).toContain("There is a new API key");
    const next = keyOf(await owner.post("/settings/key/reveal"));
    expect(next).not.toBe(old);
    expect([await asks(old), await asks(next), await asks(strangers)]).toEqual([401, 200, 200]);
  });

  test("that was sealed with another data folder's secret works, and can be rotated alone", async () => {
    const elsewhere = await loadSecrets(parts.database.queries, join(parts.config.dataDir, "storage"));
    const { sealed_key } = await parts.database.queries
      .selectFrom("api_keys")
      .select("sealed_key")
      .where("account_id", "=", parts.accountId)
      .executeTakeFirstOrThrow();
    expect(() => elsewhere.open(sealed_key)).toThrow();
    await parts.database.queries
      .updateTable("api_keys")
      .set({ sealed_key: elsewhere.seal("lw_x") })
      .where("account_id", "=", parts.accountId)
      .execute();
    const page = await owner.post("/settings/key/reveal");
    expect([page.status, page.text]).toEqual([409, expect.stringContaining("cannot be revealed. Rotate it.")]);
    await owner.post("/settings/key/rotate");
    expect(await asks(keyOf(await owner.post("/settings/key/reveal")))).toBe(200);
  });
});

test("the account page says that PNG files are accepted through the API only", async () => {
  expect((await owner.get("/settings")).text).toContain("PNG files are accepted through the API only.");
});

test("the usage stands against its limits", async () => {
  const { queries } = parts.database;
  const day = new Date().toISOString().slice(0, 10);
  await queries.insertInto("enhancement_days").values({ account_id: strangerId, day, enhancements: 123 }).execute();
  const names = ["a", "a", "a", "b"];
  const registered_at = new Date(Date.now() - 60_000);
  await queries
    .insertInto("name_registrations")
    .values([
      ...names.map((name) => ({ account_id: strangerId, name, registered_at })),
      { account_id: strangerId, name: "old", registered_at: new Date(Date.now() - 2 * 3_600_000) },
    ])
    .execute();
  const { text } = await stranger.get("/settings");
  expect(text).toContain("123 of 500");
  expect(text).toMatch(/Registrations in the last hour<\/dt><dd>4<\/dd>/);
  expect(text).toContain("3 of 30");
  expect((await owner.get("/settings")).text).toContain("0 of 500");
});

describe("orders", () => {
  test("are shown with pictures and states, whatever their names hold, and to their owner alone", async () => {
    const { orderId, imageId } = await makeOrder(hostile, hostile);
    const { text } = await owner.get(`/app/orders/${orderId}`);
    expect(text).toContain("<bdi>&#34;&#62;&#60;img src=x onerror=alert(1)&#62;");
    expect(text).not.toMatch(/<img src=x|<script>/);
    expect(text).toContain("1 picture ready");
    const path = /<img src="([^"]+)"/.exec(text)?.[1].replaceAll("&#38;", "&") ?? "";
    expect(path).toContain(imageId);
    const picture = await owner.get(path);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(picture.headers["cache-control"]).toContain("immutable");

    const others = await stranger.get("/app/orders");
    expect(others.text).not.toContain(orderId);
    expect(others.text).toContain("No orders yet.");
    const [missing, foreign] = [path.replace(imageId, crypto.randomUUID()), path];
    const answers = [await stranger.get(missing), await stranger.get(foreign)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0].text).toBe(answers[1].text);
    expect((await new BrowserLike(app).get(path)).location).toBe("/sign-in");
  });

  test("come twenty a page, the newest first, each with its first five pictures", async () => {
    for (let i = 0; i < 21; i++) await makeOrder(`order ${i}`, "one.jpg");
    const { orderId } = await makeOrder("a big one", "1.jpg");
    for (let i = 2; i <= 8; i++) {
      const { queries } = parts.database;
      const common = { accountId: parts.accountId, contentType: null, preferences: {}, devMode: false };
      await insertImage(queries, { ...common, orderId, name: `${i}.jpg` });
    }
    const first = (await owner.get("/app/orders")).text;
    expect(first.match(/<li class="order">/g)).toHaveLength(20);
    expect(first).toContain("8 pictures");
    expect(first).toContain(">+3<");
    const { text } = await owner.get(`/app/orders/${orderId}`);
    expect(text).toContain("<bdi>8.jpg</bdi>");
    const foreign = await stranger.get(`/app/orders/${orderId}`);
    const missing = await stranger.get(`/app/orders/${crypto.randomUUID()}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const second = (await owner.get("/app/orders?page=2")).text;
    expect(second).toContain("order 0");
    expect(second).toMatch(/rel="prev"/);
    expect(second).not.toMatch(/rel="next"/);
  });
});

describe("the webhook", () => {
  const save = (url: string, authentication = "") =>
    owner.post("/settings/webhook", { webhook_url: url, webhook_authentication: authentication });

  test("address and value are stored, and the new address gets an event", async () => {
    const { location } = await save(receiver.url, "Bearer abc");
    expect(location).toBe("/settings/webhook?done=saved");
    await expect.poll(() => receiver.received.map(({ text }) => text)).toContain('{"event":"webhook_updated"}');
    expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer abc");
    const { text } = await owner.get("/settings/webhook");
    expect(text).toContain(`value="${receiver.url}"`);
    expect(text).toContain('value="Bearer abc"');
    await expect.poll(async () => (await owner.get("/settings/webhook")).text).toContain("Attempt 1: answered 204");
    expect((await stranger.get("/settings/webhook")).text).not.toContain("Bearer abc");
  });

  test.each([
    ["ftp://example.org", "", "webhook_url", "It must be an http or https address."],
    ["https://user:word@example.org", "", "webhook_url", "must not contain a user name or password"],
    ["https://example.org", "a\u00e9b", "webhook_authentication", "ASCII characters"],
  ])("is refused with a message at its field: %s, %s", async (url, authentication, name, message) => {
    await save(receiver.url);
    const { status, text } = await save(url, authentication);
    expect(status).toBe(422);
    expect(text).toMatch(new RegExp(`id="${name}-error">[^<]*${message}`));
    expect(text).toMatch(new RegExp(`id="${name}"[^>]* aria-invalid="true"`));
    expect(text).toContain(`value="${url}"`);
    expect((await owner.get("/settings/webhook")).text).toContain(`value="${receiver.url}"`);
  });

  test("is switched off by an empty address", async () => {
    await save(receiver.url);
    expect((await save(" ")).location).toBe("/settings/webhook?done=off");
    expect((await owner.get("/settings/webhook")).text).toContain('name="webhook_url" type="url" value=""');
  });

  test("has a secret for its signatures, shown when asked for", async () => {
    expect((await owner.get("/settings/webhook")).text).not.toMatch(/whsec_[\w+/=]{32}/);
    expect((await owner.post("/settings/webhook/reveal")).text).toMatch(/value="whsec_[\w+/=]{32}"/);
  });

  test("gets another secret when asked for, and is signed with both for a day", async () => {
    const reveal = async () => {
      const [, secret] = /value="(whsec_[\w+/=]{32})"/.exec((await owner.post("/settings/webhook/reveal")).text) ?? [];
      return secret ?? "";
    };
    const old = await reveal();
    expect((await owner.post("/settings/webhook/rotate")).location).toBe("/settings/webhook?done=rotated#secret");
    expect((await owner.get("/settings/webhook?done=rotated")).text).toContain("There is a new signing secret");
    const next = await reveal();
    expect(next).not.toBe(old);
    const holds = async () => {
      const before = receiver.received.length;
      await save(receiver.url);
      parts.queue.wake("deliver-events");
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      const { text, headers } = receiver.received[before];
      return [old, next].map((secret) => {
        try {
          new Webhook(secret).verify(text, headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      });
    };
    expect(await holds()).toEqual([true, true]);
    await parts.database.queries.updateTable("accounts").set({ former_webhook_secret_until: new Date() }).execute();
    expect(await holds()).toEqual([false, true]);
  });
});

describe("a delivery", () => {
  test("can be sent again, under the same id, by its owner alone, and is counted on", async () => {
    const { queries } = parts.database;
    await queries.updateTable("accounts").set({ webhook_url: receiver.url }).execute();
    const event = { event: "image_registered", image_id: hostile, order_id: "resend" } as const;
    await recordEvent(queries, parts.queue, parts.accountId, event);
    parts.queue.wake("deliver-events");
    const sent = () => receiver.received.filter(({ text }) => text.includes('"resend"'));
    await expect.poll(() => sent().length).toBe(1);
    const row = () =>
      queries.selectFrom("events").selectAll().where("order_id", "=", "resend").executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).state).toBe("delivered");
    const { event_id } = await row();

    expect((await stranger.post("/settings/webhook/resend", { event_id })).status).toBe(404);
    expect((await owner.post("/settings/webhook/resend", { event_id: "msg_none" })).status).toBe(404);
    const { location } = await owner.post("/settings/webhook/resend", { event_id });
    expect(location).toBe("/settings/webhook?done=resent#deliveries");
    await expect.poll(() => sent().length).toBe(2);
    expect(new Set(sent().map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([event_id]));
    await expect.poll(async () => (await row()).state).toBe("delivered");
    const page = await owner.get("/settings/webhook");
    expect(page.text).toContain("Attempt 2: answered 204");
    expect(page.text).not.toContain("<img src=x");
  });

  test("that was given up gets one more try, and is given up again", async () => {
    const { queries } = parts.database;
    receiver.answer(500);
    const event = { event: "image_registered", image_id: "i", order_id: "dead" } as const;
    await recordEvent(queries, parts.queue, parts.accountId, event);
    await queries.updateTable("events").set({ state: "dead", attempts: 10 }).where("order_id", "=", "dead").execute();
    const { event_id } = await queries
      .selectFrom("events")
      .select("event_id")
      .where("order_id", "=", "dead")
      .executeTakeFirstOrThrow();
    await owner.post("/settings/webhook/resend", { event_id });
    await expect
      .poll(async () => (await owner.get("/settings/webhook")).text)
      .toMatch(/given up[\s\S]*?Attempt 11: answered 500/);
    receiver.answer(204);
  });

  test("is listed to its own account alone, twenty a page", async () => {
    const { queries } = parts.database;
    await queries.updateTable("accounts").set({ webhook_url: receiver.url }).execute();
    for (let i = 0; i < 21; i++) {
      const event = { event: "image_registered", image_id: `image-${i}-`, order_id: "many" } as const;
      await recordEvent(queries, parts.queue, parts.accountId, event);
    }
    const first = (await owner.get("/settings/webhook")).text;
    expect(first).toContain("image-20-");
    expect(first).not.toContain("image-0-");
    const [, older] = /href="(\/settings\/webhook\?before=\d+)#deliveries"/.exec(first) ?? [];
    expect((await owner.get(older)).text).toContain("image-0-");
    expect((await stranger.get("/settings/webhook")).text).not.toContain("image-20-");
  });
});
