import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccount, findAccountByKey, findAccountId } from "../../src/store/account-store.ts";
import { recordEvent } from "../../src/store/event-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { setOperator } from "../../src/store/member-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { signedIn } from "../support/members.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
/** Another process on the same database. */
let second: FastifyInstance;
let operator: BrowserLike;
let elsewhere: BrowserLike;
let number = 0;
let email: string;
let accountId: string;
let apiKey: string;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  second = await buildCheckedApp(parts);
  const { queries } = parts.database;
  const member = await queries.selectFrom("members").select("member_id").executeTakeFirstOrThrow();
  await setOperator(queries, member.member_id, true);
  const owner = { accountId: parts.accountId, memberId: member.member_id };
  operator = await signedIn(app, parts, owner);
  elsewhere = await signedIn(second, parts, owner);
});

beforeEach(async () => {
  email = `studio${number++}@example.org`;
  ({ accountId, apiKey } = await createAccount(parts.database, parts.secrets, { email }));
  await operator.get("/settings");
  await elsewhere.get("/settings");
});

afterAll(async () => {
  await second.close();
  await app.close();
  await parts.close();
});

const address = () => `/admin/accounts/${accountId}`;
const register = (at: FastifyInstance, name: string) =>
  at.inject({ method: "POST", url: "/v3/images", headers: { "x-api-key": apiKey }, payload: { image_name: name } });

test("every change of an account works through another process at once, and is on record", async () => {
  await elsewhere.post(`${address()}/tier`, { tier: "trial" });
  await elsewhere.post(`${address()}/version`, { version: "2025-01-01" });
  expect(await findAccountByKey(parts.database, apiKey)).toMatchObject({ tier: "trial", apiVersion: "2025-01-01" });
  const limits = { dailyLimit: "", sameNameLimit: "1", storageMb: "5", retentionDays: "30" };
  expect((await elsewhere.post(`${address()}/limits`, limits)).location).toBe(`${address()}?done=limits`);
  expect(await findAccountByKey(parts.database, apiKey)).toMatchObject({
    ...{ dailyLimit: null, sameNameLimit: 1, storageMb: 5, retentionDays: 30 },
  });
  expect((await register(app, "a.jpg")).statusCode).toBe(200);
  expect((await register(app, "a.jpg")).statusCode).toBe(429);
  await elsewhere.post(`${address()}/state`, { state: "suspend" });
  expect((await register(app, "b.jpg")).statusCode).toBe(401);
  await elsewhere.post(`${address()}/state`, { state: "resume" });
  expect((await register(app, "b.jpg")).statusCode).toBe(200);
  const log = (await operator.get(`/admin/log?q=${email}`)).text;
  const actions = [...log.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, action]) => action);
  expect(actions).toEqual(["resume", "suspend", "set-limits", "set-version", "set-tier", "add"]);
  expect(log.match(/by one@example\.org/g)).toHaveLength(5);
  expect(log).toContain("sameNameLimit 1, storageMb 5, retentionDays 30");
});

test.each([
  ["limits", { dailyLimit: "-1", sameNameLimit: "", storageMb: "", retentionDays: "" }],
  ["limits", { dailyLimit: "", sameNameLimit: "", storageMb: "9999999999", retentionDays: "" }],
  ["tier", { tier: "gold" }],
  ["version", { version: "newest" }],
  ["state", { state: "deleted" }],
])("%s are refused: %j", async (what, form) => {
  expect((await operator.post(`${address()}/${what}`, form as Record<string, string>)).status).toBe(422);
});

test("accounts are found by a part of their address, page by page", async () => {
  const found = await operator.get(`/admin?q=${email.slice(2, 12).toUpperCase()}`);
  expect(found.text).toContain(email);
  expect((await operator.get("/admin?q=nothing-like-it")).text).toContain("No account matches.");
  for (let i = 0; i < 26; i++)
    await createAccount(parts.database, parts.secrets, { email: `page${String(i).padStart(2, "0")}@example.org` });
  const first = (await operator.get("/admin?q=page")).text;
  expect(first.match(/\/admin\/accounts\//g)).toHaveLength(25);
  expect(first).toContain('rel="next"');
  const next = (await operator.get("/admin?q=page&page=2")).text;
  expect(next.match(/\/admin\/accounts\//g)).toHaveLength(1);
  expect(next).toContain("page25@example.org");
});

test("an account is made with a password, or by an invitation that is shown once", async () => {
  const made = await operator.post("/admin/accounts", { email: "made@example.org", tier: "trial", how: "add" });
  expect(made.text).toMatch(/API key: lw_\S+\nPassword: \S+/);
  expect(await findAccountId(parts.database.queries, "made@example.org")).toBeDefined();
  await operator.get("/settings");
  const again = await operator.post("/admin/accounts", { email: "made@example.org", tier: "trial", how: "add" });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("exists already")]);
  const invited = await operator.post("/admin/accounts", { email: "new@example.org", tier: "trial", how: "invite" });
  const [, path] = /https?:\/\/[^/]+(\/sign-up\?token=[\w-]{43})/.exec(invited.text) ?? [];
  expect((await new BrowserLike(app).get(path)).text).toContain("new@example.org");
  expect((await operator.post("/admin/accounts", { email: "no", tier: "trial", how: "add" })).status).toBe(422);
});

test("a sign-in link for a member can be passed on", async () => {
  const { queries } = parts.database;
  const { member_id } = await queries
    .selectFrom("members")
    .select("member_id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const page = await operator.post(`${address()}/link`, { member_id });
  const [, path] = /https?:\/\/[^/]+(\/sign-in\/link\?token=[\w-]{43})/.exec(page.text) ?? [];
  expect((await new BrowserLike(app).get(path)).text).toContain(`Sign in as <bdi>${email}</bdi>`);
  const others = await queries
    .selectFrom("members")
    .select("member_id")
    .where("email", "=", "one@example.org")
    .execute();
  expect((await operator.post(`${address()}/link`, { member_id: others[0].member_id })).status).toBe(404);
});

describe("removing an account", () => {
  test("needs its address to be typed", async () => {
    for (const action of ["delete", "erase"]) {
      const page = await operator.post(`${address()}/remove`, { action, confirm: "someone@example.org" });
      expect([page.status, page.text]).toEqual([422, expect.stringContaining("Nothing was changed.")]);
    }
    expect((await register(app, "a.jpg")).statusCode).toBe(200);
  });

  test("deletes it, and then erases every row", async () => {
    const { location } = await operator.post(`${address()}/remove`, { action: "delete", confirm: email });
    expect((await operator.get(location ?? "")).text).toContain("The account was deleted.");
    expect((await register(app, "a.jpg")).statusCode).toBe(401);
    expect((await operator.post(`${address()}/tier`, { tier: "trial" })).status).toBe(409);
    await operator.get("/settings");
    expect((await operator.post(`${address()}/remove`, { action: "erase", confirm: email })).location).toBe(
      "/admin?done=erased",
    );
    expect((await operator.get(address())).status).toBe(404);
    expect((await operator.get(`/admin/log?q=${email}`)).text).toContain("Nothing matches.");
  });

  test("and suspending it is refused for the operator's own", async () => {
    const own = `/admin/accounts/${parts.accountId}`;
    for (const [path, form] of [
      ["remove", { action: "delete", confirm: "one@example.org" }],
      ["state", { state: "suspend" }],
    ] as const) {
      const page = await operator.post(`${own}/${path}`, form);
      expect([page.status, page.text]).toEqual([409, expect.stringContaining("your own account")]);
      await operator.get("/settings");
    }
  });
});

test("parked jobs are shown with their cause, and one or all are tried again", async () => {
  const { database, queue } = parts;
  const images: string[] = [];
  for (let i = 0; i < 3; i++) {
    const orderId = await ensureOrder(database.queries, accountId, { name: null });
    const common = { accountId, contentType: null, preferences: {}, devMode: false };
    images.push(await insertImage(database.queries, { ...common, orderId, name: "a.jpg" }));
    const data = { imageId: images[i], attempt: 1 };
    await queue.send("enhance-image", data, database.queries, { delaySeconds: 3600 });
  }
  // The failed run of the first one, as the queue keeps it.
  await queue.send("enhance-image", { imageId: images[0], attempt: 1 }, database.queries);
  await database.executeSql(
    `update jobs.job set state = 'failed', completed_on = now(), output = '{"message": "the disk <failed>"}'
    where name = 'enhance-image' and start_after <= now() and data->>'imageId' = $1`,
    [images[0]],
  );
  const { text } = await operator.get("/admin/jobs");
  expect(text).toContain("Cause: <bdi>the disk &#60;failed&#62;</bdi>");
  expect(text).toContain(`<bdi>${email}</bdi>`);
  for (const image of images) expect(text).toContain(image);
  expect(text).toMatch(/<th scope="row">enhance-image<\/th><td>3<\/td><td>0<\/td><td>–/);
  const [, job] = /name="job" value="([0-9a-f-]{36})"/.exec(text) ?? [];
  const parked = async () =>
    (await database.executeSql("select id from jobs.job where state = 'created' and start_after > now()", [])).rows
      .length;
  expect((await elsewhere.post("/admin/jobs/retry", { job })).location).toBe("/admin/jobs?done=retried");
  expect(await parked()).toBe(2);
  await operator.get("/settings");
  expect((await operator.post("/admin/jobs/retry", { job })).location).toBe("/admin/jobs?done=gone");
  await operator.post("/admin/jobs/retry", { job: "all" });
  expect(await parked()).toBe(0);
  expect((await operator.get("/admin/jobs")).text).toMatch(
    /<th scope="row">enhance-image<\/th><td>3<\/td><td>0<\/td><td><time/,
  );
});

test("the storage is shown in all and by account", async () => {
  const { queries } = parts.database;
  await queries.updateTable("accounts").set({ storage_mb: 9 }).where("account_id", "=", accountId).execute();
  const orderId = await ensureOrder(queries, accountId, { name: null });
  await queries
    .insertInto("brackets")
    .values({
      ...{ bracket_id: crypto.randomUUID(), order_id: orderId, account_id: accountId, name: "a.jpg" },
      source: JSON.stringify({ key: "none", sizeBytes: 3 * 2 ** 20, sha256: "", format: "jpeg" }),
      created_at: new Date(),
    })
    .execute();
  const { text } = await operator.get(`/admin/storage?q=${email}`);
  expect(text).toMatch(/<td>3\.0 MB<\/td><td>9 MB<\/td>/);
  expect(text).toMatch(/Free on the disk of this process's data folder<\/dt><dd>[\d.]+ [MG]B/);
});

test("deliveries that were given up are listed and sent again", async () => {
  const { queries } = parts.database;
  const event = { event: "image_registered", image_id: "i", order_id: accountId } as const;
  const webhook_url = "https://example.org/";
  await queries.updateTable("accounts").set({ webhook_url }).where("account_id", "=", accountId).execute();
  await recordEvent(queries, parts.queue, accountId, event);
  await queries.updateTable("events").set({ state: "dead" }).where("account_id", "=", accountId).execute();
  const { event_id } = await queries
    .selectFrom("events")
    .select("event_id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { text } = await operator.get("/admin/deliveries");
  expect(text).toContain(event_id);
  expect(text).toContain(email);
  const form = { account_id: accountId, event_id };
  expect((await operator.post("/admin/deliveries/resend", form)).location).toBe("/admin/deliveries?done=resent");
  expect((await operator.get("/admin/deliveries?state=pending")).text).toContain(event_id);
  await operator.get("/settings");
  expect((await operator.post("/admin/deliveries/resend", form)).status).toBe(404);
  expect((await operator.post("/admin/deliveries/resend", { ...form, account_id: "none" })).status).toBe(404);
});

test("the log has pages", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    ...{ account_id: null, email: "paged@example.org", action: "invite", detail: `row ${i}`, done_at: new Date() },
    ...{ actor: null, member_email: null },
  }));
  await parts.database.queries.insertInto("account_actions").values(rows).execute();
  const first = (await operator.get("/admin/log?q=paged@")).text;
  expect(first).toContain("row 59");
  expect(first).not.toContain("row 9 ");
  const [, next] = /<a href="(\/admin\/log\?[^"]+)">Older/.exec(first) ?? [];
  const older = (await operator.get(next.replaceAll("&#38;", "&"))).text;
  expect(older).toContain("row 9 ");
  expect(older).not.toContain("row 10 ");
});
