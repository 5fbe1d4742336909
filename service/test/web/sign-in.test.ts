import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashToken } from "../../src/accounts/secrets.ts";
import { checkSignIn } from "../../src/store/sign-in.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";

const email = "one@example.org";
const password = "a long enough password";
const cookieName = "lightwell_session";

let parts: TestParts;
let app: FastifyInstance;
let browser: BrowserLike;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
});

beforeEach(async () => {
  await parts.database.queries.deleteFrom("sign_in_tries").execute();
  await parts.database.queries.deleteFrom("sessions").execute();
  await givePassword(parts, parts.accountId, password);
  browser = new BrowserLike(app);
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

test("the right password opens the settings, in any case of the address's letters", async () => {
  const page = await browser.signIn(" One@Example.org ", password);
  expect([page.status, page.location]).toEqual([303, "/app/orders"]);
  const settings = await browser.get("/settings");
  expect(settings.status).toBe(200);
  expect(settings.text).toContain("one@example.org");
  expect((await browser.get("/sign-in")).location).toBe("/app/orders");
});

test("while the database is away, the pages ask to come again", async () => {
  await browser.signIn(email, password);
  vi.spyOn(parts.database.queries, "selectFrom").mockImplementationOnce(() => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  const page = await browser.get("/settings");
  expect([page.status, page.headers["retry-after"]]).toEqual([503, "1"]);
  expect((await browser.get("/settings")).status).toBe(200);
});

test("the session's cookie is for this site and for no script, and the database holds its hash alone", async () => {
  const page = await browser.signIn(email, password);
  const cookies = [page.headers["set-cookie"]].flat().map(String);
  const session = cookies.find((text) => text.startsWith(`${cookieName}=`));
  expect(session).toMatch(/^lightwell_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
  const rows = await parts.database.queries.selectFrom("sessions").select("session_hash").execute();
  expect(rows).toEqual([{ session_hash: hashToken(browser.cookies.get(cookieName) ?? "") }]);
});

test("behind https the cookies are secure and bound to the host, and https is asked for henceforth", async () => {
  const secure = await buildCheckedApp({
    ...parts,
    config: { ...parts.config, publicUrl: "https://pictures.example.org" },
  });
  const page = await secure.inject("/sign-in");
  expect(page.headers["set-cookie"]).toMatch(/^__Host-lightwell_form=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
  await secure.close();
});

test("under a path of a proxy every address begins with that path", async () => {
  const below = await buildCheckedApp({
    ...parts,
    config: { ...parts.config, publicUrl: "https://example.org/pictures" },
  });
  const { body, headers } = await below.inject("/sign-in");
  for (const [, address] of body.matchAll(/(?:href|action|src)="([^"#]+)/g)) expect(address).toMatch(/^\/pictures\//);
  expect([headers["set-cookie"]].flat()[0]).toContain("Path=/;");
  expect((await below.inject("/settings")).headers.location).toBe("/pictures/sign-in");
  await below.close();
});

test("a wrong password, an unknown address and an account without password get the same answer", async () => {
  const texts: string[] = [];
  const tries = [
    [email, "wrong"],
    ["nobody@example.org", password],
  ];
  for (const [name, word] of tries) {
    const page = await browser.signIn(name, word);
    expect(page.status).toBe(401);
    texts.push(page.text.replace(name, "").replace(/value="[^"]*"/g, ""));
  }
  await parts.database.queries.updateTable("members").set({ password_hash: null }).execute();
  const page = await browser.signIn(email, password);
  texts.push(page.text.replace(email, "").replace(/value="[^"]*"/g, ""));
  expect(new Set(texts).size).toBe(1);
});

test("an id planted in the browser before sign-in is not the session's afterwards, and opens nothing", async () => {
  const planted = "A".repeat(43);
  browser.cookies.set(cookieName, planted);
  expect((await browser.get("/settings")).location).toBe("/sign-in");
  await browser.signIn(email, password);
  expect(browser.cookies.get(cookieName)).not.toBe(planted);
  const attacker = new BrowserLike(app);
  attacker.cookies.set(cookieName, planted);
  expect((await attacker.get("/settings")).location).toBe("/sign-in");
});

test("signing in again ends the session that the browser had", async () => {
  await browser.signIn(email, password);
  const first = browser.cookies.get(cookieName) ?? "";
  const again = new BrowserLike(app);
  await again.get("/sign-in");
  again.cookies.set(cookieName, first);
  await again.post("/sign-in", { email, password });
  const old = new BrowserLike(app);
  old.cookies.set(cookieName, first);
  expect((await old.get("/settings")).location).toBe("/sign-in");
});

test("signing out ends the session on the server, not in the browser alone", async () => {
  await browser.signIn(email, password);
  const id = browser.cookies.get(cookieName) ?? "";
  expect((await browser.post("/sign-out", { csrf: "none" })).status).toBe(403);
  expect((await browser.post("/sign-out")).location).toBe("/sign-in");
  expect(browser.cookies.has(cookieName)).toBe(false);
  browser.cookies.set(cookieName, id);
  expect((await browser.get("/settings")).location).toBe("/sign-in");
});

test("a session ends after twelve hours", async () => {
  await browser.signIn(email, password);
  const past = new Date(Date.now() - 1000);
  const [{ expires_at }] = await parts.database.queries.selectFrom("sessions").select("expires_at").execute();
  expect(expires_at.getTime() - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
  await parts.database.queries.updateTable("sessions").set({ expires_at: past }).execute();
  expect((await browser.get("/settings")).location).toBe("/sign-in");
});

describe("wrong passwords", () => {
  test("are limited for one account, from wherever they come, and the right one waits as well", async () => {
    for (let i = 0; i < 10; i++) {
      expect((await new BrowserLike(app, `192.0.2.${i}`).signIn(email, "wrong")).status).toBe(401);
    }
    const late = await new BrowserLike(app, "192.0.2.99").signIn(email, password);
    expect(late.status).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(800);
    await parts.database.queries
      .updateTable("sign_in_tries")
      .set({ tried_at: new Date(Date.now() - 16 * 60_000) })
      .execute();
    expect((await browser.signIn(email, password)).status).toBe(303);
  });

  test("are limited from one address, for whatever accounts", async () => {
    await parts.database.queries
      .insertInto("sign_in_tries")
      .values(Array.from({ length: 29 }, () => ({ subject: hashToken("address 127.0.0.1"), tried_at: new Date() })))
      .execute();
    expect((await browser.signIn("a@example.org", "wrong")).status).toBe(401);
    expect((await browser.signIn("b@example.org", "wrong")).status).toBe(429);
    expect((await new BrowserLike(app, "192.0.2.7").signIn(email, password)).status).toBe(303);
  });

  test("are limited from one network of IPv6, whichever of its addresses they come from", async () => {
    const limited = async (ip: string) =>
      (await checkSignIn(parts.database.queries, { email: `${ip}@example.org`, password: "wrong", ip })).outcome;
    const subject = hashToken("address 2001:db8:1:2");
    const tries = Array.from({ length: 30 }, () => ({ subject, tried_at: new Date() }));
    await parts.database.queries.insertInto("sign_in_tries").values(tries).execute();
    expect(await limited("2001:db8:1:2::1")).toBe("limited");
    expect(await limited("2001:db8:1:2:ffff:1:2:3")).toBe("limited");
    expect(await limited("2001:db8:1:3::1")).toBe("refused");
    expect(await limited("::ffff:192.0.2.1")).toBe("refused");
  });

  test("pass no limit by coming all at once", async () => {
    const browsers = Array.from({ length: 16 }, (_, i) => new BrowserLike(app, `198.51.100.${i}`));
    const pages = await Promise.all(browsers.map((one) => one.signIn(email, "wrong")));
    expect(pages.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });

  test("are forgotten once the right one came", async () => {
    for (let i = 0; i < 9; i++) await browser.signIn(email, "wrong");
    await browser.signIn(email, password);
    expect((await new BrowserLike(app).signIn(email, "wrong")).status).toBe(401);
  });
});

describe("the sign-in form is refused", () => {
  test.each([
    ["without its token", { csrf: "" }, {}],
    ["with the token of another browser", { csrf: "OTHER" }, {}],
    ["from another site", {}, { "sec-fetch-site": "cross-site" }],
  ])("%s", async (_what, form, headers) => {
    const other = new BrowserLike(app);
    await other.get("/sign-in");
    await browser.get("/sign-in");
    const given = "csrf" in form ? { csrf: form.csrf === "OTHER" ? other.csrf : form.csrf } : {};
    const page = await browser.post("/sign-in", { email, password, ...given }, headers);
    expect(page.status).toBe(403);
    expect(page.text).toContain("<h1>Not accepted</h1>");
    expect(browser.cookies.has(cookieName)).toBe(false);
  });
});

test("a changed password ends the other sessions, and the old password", async () => {
  await browser.signIn(email, password);
  const other = new BrowserLike(app);
  await other.signIn(email, password);
  const next = "another long password";
  const wrong = await browser.post("/settings/password", { current_password: "wrong", new_password: next });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("This is not the current password.")]);
  const short = await browser.post("/settings/password", { current_password: password, new_password: "short" });
  expect([short.status, short.text]).toEqual([422, expect.stringContaining("at least 12 characters")]);
  const changed = await browser.post("/settings/password", { current_password: password, new_password: next });
  expect(changed.location).toBe("/settings?done=password");
  expect((await browser.get("/settings?done=password")).text).toContain("The password was changed");
  expect((await other.get("/settings")).location).toBe("/sign-in");
  expect((await other.signIn(email, password)).status).toBe(401);
  expect((await other.signIn(email, next)).status).toBe(303);
});
