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
import { recordEvent } from "../../src/store/event-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { insertUpload } from "../../src/store/resumable-uploads.ts";
import { createShare } from "../../src/store/shares.ts";
import { inviteMember } from "../../src/store/team.ts";
import { webRoutes } from "../../src/web/web-routes.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { signedIn } from "../support/members.ts";
import { smallPicture } from "../support/small-picture.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";
import { sendAsScript } from "../support/web-client.ts";
import { guards, type KnownRoute, routesOf } from "../support/web-guards.ts";

const password = "a long enough password";
const secret = "the owner's secret";
const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>`;

let parts: TestParts;
let app: FastifyInstance;
let routes: readonly KnownRoute[];
let owner: BrowserLike;
let strangerOwner: { readonly accountId: string; readonly memberId: string };
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildApp(parts);
  routes = await listRoutes();
  strangerOwner = await createAccount(parts.database, parts.secrets, { email: "other@example.org" });
  await givePassword(parts, parts.accountId, password);
  owner = new BrowserLike(app);
  await owner.signIn("one@example.org", password);
  ids = { ...(await makeOrder()), ...(await findAccountIds()) };
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Every address of the pages, as they are registered. */
async function listRoutes(): Promise<KnownRoute[]> {
  const bare = fastify();
  const found: KnownRoute[] = [];
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

/** Ids of the owner's account, for forms that a stranger sends. */
async function findAccountIds(): Promise<Record<string, string>> {
  const { queries } = parts.database;
  const { accountId } = parts;
  const given = { event: "image_registered", image_id: secret, order_id: "x" } as const;
  await queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
  await recordEvent(queries, parts.queue, accountId, given);
  await inviteMember(queries, { accountId, email: "one@example.org" }, { email: invited, role: "viewer" });
  const { event_id } = await queries.selectFrom("events").select("event_id").executeTakeFirstOrThrow();
  const session = await queries.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  return { event_id, session: session.session_hash, member_id: session.member_id, account_id: accountId };
}

const invited = "invited@example.org";

/** Fields of every form; those that a form does not know are ignored. */
const form = {
  ...{ email: invited, "link-email": "x", role: "owner", webhook_url: "", webhook_authentication: "" },
  ...{ current_password: "x", new_password: "another long password", watermark: "no", version: "3", token: "x" },
  ...{ name: "x", approved: "yes", rating: "3", size: "web", action: "each", days: "7", link: "x", comment: "x" },
  ...{ scope: "order", grouping: "auto", style: "warm" },
};

function send(browser: BrowserLike, { method, url }: KnownRoute, token = true) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "x");
  const isJson = path.endsWith("/files") || path === "/app/orders";
  const payload = isJson
    ? JSON.stringify({ name: "x", files: [{ name: "a.jpg", size: 1, modified: 1 }] })
    : new URLSearchParams({ ...form, ...ids, frames: ids["bracket_id"] }).toString();
  const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
  return sendAsScript(app, browser, {
    method: method as "POST",
    url: path,
    headers: { ...(token ? {} : { "x-csrf-token": "" }), ...(method === "POST" ? { "content-type": type } : {}) },
    ...(method === "POST" ? { payload } : {}),
  });
}

/** Everything that the rows of an account say. */
async function everything(accountId = parts.accountId): Promise<string> {
  const { queries } = parts.database;
  const tables = [
    ...(["accounts", "api_keys", "members", "member_invitations", "sessions", "events"] as const),
    ...(["orders", "images", "brackets", "resumable_uploads", "upload_parts", "shares", "reports"] as const),
    "purchases" as const,
  ];
  const rows = await Promise.all(
    tables.map((table) => queries.selectFrom(table).selectAll().where("account_id", "=", accountId).execute()),
  );
  return JSON.stringify(rows);
}

/** An owner of another account, in a new session. */
const signInStranger = () => signedIn(app, parts, strangerOwner);

test("every route is known here, with what guards it", () => {
  const listed = Object.values(guards).flat();
  const registered = routes
    .filter(({ method, url }) => method !== "HEAD" || !routes.some((one) => one.method === "GET" && one.url === url))
    .map(({ method, url }) => `${method} ${url}`);
  expect([...listed].sort()).toEqual(registered.sort());
});

test("every page and action with an id answers 404 to another account, and nothing changes", async () => {
  const stranger = await signInStranger();
  const before = await everything();
  for (const route of routesOf("id")) {
    const { status, text } = await send(stranger, route);
    expect([route, status]).toEqual([route, 404]);
    expect(text).not.toContain(secret);
  }
  expect(await everything()).toBe(before);
});

test("every page and action of an account shows and changes nothing of another one", async () => {
  const before = await everything();
  for (const route of routesOf("account")) {
    const { status, text } = await send(await signInStranger(), route);
    expect([route, status < 500]).toEqual([route, true]);
    expect([route, /owner(&#39;|')s secret|one@example\.org/.test(text)]).toEqual([route, false]);
    expect([route, await everything()]).toEqual([route, before]);
  }
  // Forms without ids of another account were accepted.
  expect(await everything(strangerOwner.accountId)).toContain('"watermarks_shares":false');
});

test("the operator's pages do not exist for others", async () => {
  const before = await everything();
  for (const route of routesOf("operator")) {
    const { status, text } = await send(owner, route);
    expect([route, status, text]).toEqual([route, 404, expect.stringContaining("This address does not exist")]);
  }
  expect(await everything()).toBe(before);
});

test("a wrong link opens nothing, and pages for everyone show nothing of an account", async () => {
  const before = await everything();
  for (const route of [...routesOf("link"), ...routesOf("everyone")]) {
    const { status, text } = await send(new BrowserLike(app), route);
    if (route.method === "POST") expect([route, status]).toEqual([route, 403]);
    else if (guards.link.includes(`GET ${route.url}`)) expect([route, status]).toEqual([route, 404]);
    expect([route, /secret|example\.org/.test(text)]).toEqual([route, false]);
  }
  expect(await everything()).toBe(before);
});

test("nothing is shown or done without a session", async () => {
  const before = await everything();
  for (const guard of ["id", "account", "operator"] as const) {
    for (const route of routesOf(guard).filter(({ url }) => url !== "/sign-out")) {
      const { status, text } = await send(new BrowserLike(app), route);
      expect([route, status]).toEqual([route, 401]);
      expect(text).not.toContain(secret);
    }
  }
  expect(await everything()).toBe(before);
});

test("no action of another site is done: each needs the token of the session", async () => {
  const before = await everything();
  const actions = (["id", "account"] as const).flatMap(routesOf).filter(({ method }) => !/GET|HEAD/.test(method));
  for (const route of actions) {
    const { status } = await send(owner, route, false);
    expect([route, status]).toEqual([route, 403]);
  }
  expect(await everything()).toBe(before);
});

test("names, reasons and warnings are text on every page of their owner, never markup", async () => {
  const isPage = ({ method, url }: KnownRoute) =>
    method === "GET" && !/events|\/picture$|before|trial/.test(url) && !url.startsWith("/app/files");
  const named = routesOf("id").filter(isPage);
  expect(named.length).toBeGreaterThanOrEqual(5);
  for (const route of [...named, ...routesOf("account").filter(isPage)]) {
    const { status, text } = await send(owner, route);
    expect([route, status]).toEqual([route, 200]);
    if (named.includes(route)) expect(text).toContain("the owner&#39;s secret");
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
