import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { Renditions } from "../../src/http/downloads/renditions.ts";
import { validateRequests } from "../../src/http/validation.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { insertBracket, keepSource } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { insertUpload } from "../../src/store/resumable-uploads.ts";
import { createShare } from "../../src/store/shares.ts";
import { webRoutes } from "../../src/web/web-routes.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { smallPicture } from "../support/small-picture.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";
import { sendAsScript } from "../support/web-client.ts";

const password = "a long enough password";
const secret = "the owner's secret";
const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>`;

interface Known {
  readonly method: string;
  readonly url: string;
}

let parts: TestParts;
let app: FastifyInstance;
let routes: readonly Known[];
let owner: BrowserLike;
let stranger: BrowserLike;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildApp(parts);
  routes = await listRoutes();
  const { accountId: strangerId } = await createAccount(parts.database, parts.secrets, { email: "other@example.org" });
  for (const id of [parts.accountId, strangerId]) await givePassword(parts, id, password);
  owner = new BrowserLike(app);
  stranger = new BrowserLike(app);
  await owner.signIn("one@example.org", password);
  await stranger.signIn("other@example.org", password);
  ids = await makeOrder();
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Every address of the pages, so that a new one is tested as soon as it exists. */
async function listRoutes(): Promise<Known[]> {
  const bare = fastify();
  const found: Known[] = [];
  bare.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) found.push({ method: one, url });
  });
  validateRequests(bare);
  const renditions = new Renditions(parts);
  await bare.register(webRoutes, { parts: { ...parts, renditions } });
  await bare.close();
  await renditions.close();
  return found;
}

/** An order of the owner with one picture, made of one frame, and a file that is on its way. */
async function makeOrder(): Promise<Record<string, string>> {
  const { queries } = parts.database;
  const { accountId } = parts;
  const orderId = await ensureOrder(queries, accountId, { name: `${secret} ${hostile}` });
  const common = { accountId, orderId, name: `${secret} ${hostile}.jpg`, contentType: null };
  const imageId = await insertImage(queries, { ...common, preferences: {}, devMode: false });
  const path = join(parts.config.dataDir, "picture.jpg");
  await writeFile(path, await smallPicture());
  const store = async (kind: "source" | "full" | "preview") => {
    const key = storageKey(kind);
    const { sizeBytes, sha256 } = await parts.storage.write(key, createReadStream(path), 1e6);
    return { key, sizeBytes, sha256, width: 96, height: 64 };
  };
  const [source, full, preview] = [await store("source"), await store("full"), await store("preview")];
  const frame = await insertBracket(queries, { ...common, imageId, heldImageId: null });
  await keepSource(queries, frame.bracket_id, { ...source, format: "jpeg" });
  const result = JSON.stringify({ full, preview, isThreesixty: false, warnings: [hostile] });
  await queries
    .updateTable("images")
    .set({ result, status: "processed", status_reason: hostile, reasons: JSON.stringify([hostile]) })
    .where("image_id", "=", imageId)
    .execute();
  const waiting = await insertBracket(queries, { ...common, imageId: null, heldImageId: null });
  const expiresAt = new Date(Date.now() + 60_000);
  const file = { sizeBytes: 1000, modifiedMs: 1, expiresAt };
  await insertUpload(queries, { bracketId: waiting.bracket_id, accountId, orderId, ...file });
  return { order_id: orderId, image_id: imageId, bracket_id: waiting.bracket_id };
}

/** Fields of every form; those that a form does not know are ignored. */
const form = {
  ...{ name: "x", approved: "yes", rating: "3", size: "web", action: "each", days: "7", link: "x", comment: "x" },
  ...{ scope: "order", grouping: "auto", style: "warm" },
};

function send(browser: BrowserLike, { method, url }: Known, token = true) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "x");
  const isJson = path.endsWith("/files") || path === "/app/orders";
  const payload = isJson
    ? JSON.stringify({ name: "x", files: [{ name: "a.jpg", size: 1, modified: 1 }] })
    : new URLSearchParams({ ...form, frames: ids["bracket_id"] }).toString();
  const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
  return sendAsScript(app, browser, {
    method: method as "POST",
    url: path,
    headers: { ...(token ? {} : { "x-csrf-token": "" }), ...(method === "POST" ? { "content-type": type } : {}) },
    ...(method === "POST" ? { payload } : {}),
  });
}

/** Everything that the owner's rows say. */
async function everything(): Promise<string> {
  const { queries } = parts.database;
  const tables = ["orders", "images", "brackets", "resumable_uploads", "upload_parts", "shares", "reports"] as const;
  const rows = await Promise.all(
    tables.map((table) => queries.selectFrom(table).selectAll().where("account_id", "=", parts.accountId).execute()),
  );
  return JSON.stringify(rows);
}

const named = () => routes.filter(({ url }) => url.startsWith("/app/") && /:(order|image|bracket)_id/.test(url));

test("every page and action with an id answers 404 to another account, and nothing changes", async () => {
  expect(named().length).toBeGreaterThanOrEqual(25);
  const before = await everything();
  for (const route of named()) {
    const { status, text } = await send(stranger, route);
    expect([route, status]).toEqual([route, 404]);
    expect(text).not.toContain(secret);
  }
  expect(await everything()).toBe(before);
});

test("nothing is shown or done without a session", async () => {
  const before = await everything();
  for (const route of routes.filter(({ url }) => /^\/(app|settings)/.test(url) && !url.startsWith("/app/files/"))) {
    const { status, text } = await send(new BrowserLike(app), route);
    expect([route, status]).toEqual([route, 401]);
    expect(text).not.toContain(secret);
  }
  expect(await everything()).toBe(before);
});

test("no action of another site is done: each needs the token of the session", async () => {
  const before = await everything();
  for (const route of routes.filter(
    ({ method, url }) => !["GET", "HEAD"].includes(method) && url.startsWith("/app/"),
  )) {
    const { status } = await send(owner, route, false);
    expect([route, status]).toEqual([route, 403]);
  }
  expect(await everything()).toBe(before);
});

test("names, reasons and warnings are text on every page of their owner, never markup", async () => {
  const pages = named().filter(({ method, url }) => method === "GET" && !/events|picture$|before|trial/.test(url));
  expect(pages.length).toBeGreaterThanOrEqual(5);
  for (const route of pages) {
    const { status, text } = await send(owner, route);
    expect([route, status]).toEqual([route, 200]);
    expect(text).toContain("the owner&#39;s secret");
    expect(text).not.toMatch(/<img src=x|<script>/);
  }
});

test("a shared page shows its order to everyone who has the link, and nothing else", async () => {
  const { queries } = parts.database;
  const expiresAt = new Date(Date.now() + 60_000);
  const token = await createShare(queries, { accountId: parts.accountId, orderId: ids["order_id"], expiresAt });
  const visitor = new BrowserLike(app);
  const page = await visitor.get(`/share/${token}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("the owner&#39;s secret");
  expect(page.text).not.toMatch(/<img src=x|<script|one@example\.org|csrf/);
  const [, path = ""] = /href="([^"]+size=view[^"]+)"/.exec(page.text) ?? [];
  expect((await visitor.get(path.replaceAll("&#38;", "&"))).status).toBe(200);
  // A picture of another order is not shown through the link.
  const other = await ensureOrder(queries, parts.accountId, { name: "other" });
  const otherToken = await createShare(queries, { accountId: parts.accountId, orderId: other, expiresAt });
  expect((await visitor.get(`/share/${otherToken}/images/${ids["image_id"]}`)).status).toBe(404);
  for (const wrong of ["x", `${token.slice(0, -1)}_`]) expect((await visitor.get(`/share/${wrong}`)).status).toBe(404);
  await queries
    .updateTable("shares")
    .set({ expires_at: new Date(0) })
    .execute();
  expect((await visitor.get(`/share/${token}`)).status).toBe(404);
});
