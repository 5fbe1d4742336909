import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Access } from "../../src/domain/member.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { everyRole, signedIn } from "../support/members.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { listPages, mayOpen, type WebPage } from "../support/web-pages.ts";

let parts: TestParts;
let app: FastifyInstance;
let browsers: Awaited<ReturnType<typeof everyRole>>;
let pages: readonly WebPage[];

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  browsers = await everyRole(app, parts, parts.accountId);
  pages = await listPages(parts);
});

beforeEach(async () => {
  for (const browser of Object.values(browsers)) await browser.get("/settings");
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

/** An address of the page, with ids that do not exist. */
const addressOf = (url: string) => url.replace(/:\w+/g, "none");

function request({ method, url }: WebPage, browser: BrowserLike, csrf = browser.csrf) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, ...(method === "GET" ? {} : { "content-type": "application/x-www-form-urlencoded" }) };
  const payload = method === "GET" ? {} : { payload: new URLSearchParams({ csrf }).toString() };
  return app.inject({ method: method as "GET", url: addressOf(url), headers, ...payload });
}

test("every page outside of signing in states what it needs", () => {
  expect(pages.length).toBeGreaterThan(50);
  const open = pages.filter(({ access }) => access === undefined).map(({ method, url }) => `${method} ${url}`);
  expect(open.sort()).toEqual([
    ...[
      "GET /",
      "GET /app/files/:version/:name",
      "GET /join",
      "GET /share/:token",
      "GET /share/:token/images/:image_id",
      "GET /share/:token/images/:image_id/around",
      "GET /sign-in",
      "GET /sign-in/link",
      "GET /sign-up",
    ],
    ...[
      "POST /join",
      "POST /sign-in",
      "POST /sign-in/link",
      "POST /sign-in/send-link",
      "POST /sign-out",
      "POST /sign-up",
    ],
  ]);
});

test("what buys, changes or deletes pictures needs an editor, what changes the account an owner", () => {
  const accessOf = (text: string) => pages.find(({ method, url }) => `${method} ${url}` === text)?.access;
  expect(
    Object.fromEntries(
      [
        ...[
          "POST /app/orders/:order_id/zip",
          "POST /app/orders/:order_id/delete",
          "POST /app/images/:image_id/download",
        ],
        ...["POST /app/images/:image_id/remake", "POST /app/images/:image_id/delete", "GET /app/orders/new"],
      ].map((text) => [text, accessOf(text)]),
    ),
  ).toEqual({
    "POST /app/orders/:order_id/zip": "editor",
    "POST /app/orders/:order_id/delete": "editor",
    "POST /app/images/:image_id/download": "editor",
    "POST /app/images/:image_id/remake": "editor",
    "POST /app/images/:image_id/delete": "editor",
    "GET /app/orders/new": "editor",
  });
  for (const { method, url, access } of pages) {
    if (/^\/settings\/(webhook|team|key|api-version)/.test(url)) expect([url, access]).toEqual([url, "owner"]);
    if (url.startsWith("/admin")) expect([url, access]).toEqual([url, "operator"]);
    if (method === "POST" && access === "viewer")
      expect(url).toMatch(/^\/settings\/(password|sessions\/end)$|\/(approve|rate|report)$/);
  }
});

test("every page refuses the roles that it does not allow, and no other", { timeout: 300_000 }, async () => {
  for (const page of pages.filter(({ access }) => access !== undefined)) {
    for (const [role, browser] of Object.entries(browsers)) {
      // The stream of an order that does not exist is refused like any other page.
      const { statusCode, body } = await request(page, browser);
      const isRefused = /This needs the role (viewer|editor|owner)/.test(body) || isHidden(page, statusCode, body);
      const expected = !mayOpen[role].includes(page.access);
      expect([`${role} ${page.method} ${page.url}`, isRefused]).toEqual([
        `${role} ${page.method} ${page.url}`,
        expected,
      ]);
      if (isRefused) expect([403, 404]).toContain(statusCode);
    }
  }

  /** The pages of the operator seem not to exist. */
  function isHidden({ access }: WebPage, status: number, body: string): boolean {
    return access === "operator" && status === 404 && body.includes("This address does not exist");
  }
});

test("every page of a visitor asks everyone else to sign in", async () => {
  for (const page of pages.filter(({ access }) => access !== undefined)) {
    const { statusCode, headers } = await request(page, new BrowserLike(app));
    expect([page.url, statusCode, headers.location]).toEqual([page.url, 303, "/sign-in"]);
  }
});

test("every form and every upload is refused without the token of its page, and from other sites", async () => {
  const visitor = new BrowserLike(app);
  await visitor.get("/sign-in");
  const browserFor = (access: Access | undefined) => {
    if (access === undefined) return visitor;
    return access === "operator" ? browsers.operator : browsers.owner;
  };
  for (const page of pages.filter(({ method, url }) => method !== "GET" && url !== "/sign-out")) {
    const browser = browserFor(page.access);
    const without = await request(page, browser, "none");
    expect([page.url, without.statusCode]).toEqual([page.url, 403]);
    expect(without.body).toContain("This form has expired");
    const { cookies, csrf } = browser;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const foreign = await app.inject({
      method: page.method as "POST",
      url: addressOf(page.url),
      headers: { cookie, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
      payload: new URLSearchParams({ csrf }).toString(),
    });
    expect([page.url, foreign.statusCode]).toEqual([page.url, 403]);
  }
});

describe("a member of another account", () => {
  test("finds none of its orders, members and events", async () => {
    const other = await createAccount(parts.database, parts.secrets, { email: "other@example.org" });
    const stranger = await signedIn(app, parts, other);
    const { queries } = parts.database;
    const orderId = await ensureOrder(queries, parts.accountId, { name: "Own order" });
    const missing = await stranger.get(`/app/orders/${crypto.randomUUID()}`);
    const foreign = await stranger.get(`/app/orders/${orderId}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await stranger.get("/app/orders")).text).not.toContain("Own order");
    expect((await stranger.get("/settings/team")).text).not.toContain("viewer@example.org");
    const viewer = await queries
      .selectFrom("members")
      .select("member_id")
      .where("email", "=", "viewer@example.org")
      .executeTakeFirstOrThrow();
    for (const [path, form] of [
      [`/settings/team/${viewer.member_id}/role`, { role: "owner" }],
      [`/settings/team/${viewer.member_id}/remove`, {}],
      [`/app/orders/${orderId}/rename`, { name: "taken" }],
      [`/app/orders/${orderId}/delete`, {}],
    ] as const) {
      expect([path, (await stranger.post(path, form)).status]).toEqual([path, 404]);
    }
    expect(
      await queries.selectFrom("members").select("role").where("member_id", "=", viewer.member_id).execute(),
    ).toEqual([{ role: "viewer" }]);
    expect((await browsers.viewer.get(`/app/orders/${orderId}`)).text).toContain("Own order");
  });

  test("ends none of its sessions", async () => {
    const { queries } = parts.database;
    const sessions = await queries.selectFrom("sessions").select("session_hash").execute();
    const other = await createAccount(parts.database, parts.secrets, { email: "third@example.org" });
    const stranger = await signedIn(app, parts, other);
    for (const { session_hash: session } of sessions) await stranger.post("/settings/sessions/end", { session });
    await stranger.post("/settings/sessions/end", { session: "others" });
    const left = await queries.selectFrom("sessions").select("session_hash").execute();
    expect(left).toHaveLength(sessions.length + 1);
  });
});
