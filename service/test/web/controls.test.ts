import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import type { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { everyRole } from "../support/members.ts";
import { storeResult } from "../support/stored-result.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { listPages, mayOpen, type WebPage } from "../support/web-pages.ts";

let parts: TestParts;
let app: FastifyInstance;
let browsers: Awaited<ReturnType<typeof everyRole>>;
let routes: readonly WebPage[];

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  browsers = await everyRole(app, parts, parts.accountId);
  routes = await listPages(parts);
  const { queries } = parts.database;
  const orderId = await ensureOrder(queries, parts.accountId, { name: "12 Park Avenue" });
  const common = { accountId: parts.accountId, contentType: null, preferences: {}, devMode: false };
  const imageId = await insertImage(queries, { ...common, orderId, name: "kitchen.jpg" });
  await storeResult(parts, imageId);
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

interface Control {
  readonly method: "GET" | "POST";
  readonly path: string;
}

/** The links, forms, pictures and scripts of a page, and the addresses that its scripts ask. */
function controlsOf(text: string): Control[] {
  const forms = [...text.matchAll(/<form([^>]*)>/g)].map(([, attributes = ""]): Control => {
    const isPost = attributes.includes('method="post"');
    return { method: isPost ? "POST" : "GET", path: /action="([^"]*)"/.exec(attributes)?.[1] ?? "" };
  });
  const others = [...text.matchAll(/ (?:href|src|data-(?:trial|events|full|full-before))="([^"]*)"/g)];
  return [...forms, ...others.map(([, path = ""]): Control => ({ method: "GET", path }))].filter(({ path }) =>
    path.startsWith("/"),
  );
}

/** The route that answers a request; fixed parts of an address are preferred to parameters. */
function routeOf({ method, path }: Control): WebPage | undefined {
  const [plain = ""] = path.split(/[?#]/);
  const matches = (url: string) => new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`).test(plain);
  const found = routes.filter((route) => route.method === method && matches(route.url));
  return found.find(({ url }) => !url.includes(":")) ?? found[0];
}

/** Follows every link from the list of orders, as far as the pages of the visitor lead. */
async function walk(browser: BrowserLike): Promise<{ readonly urls: Set<string>; readonly routes: Set<WebPage> }> {
  const urls = new Set<string>();
  const used = new Set<WebPage>();
  const waiting = ["/app/orders"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { text, headers } = await browser.get(path);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    for (const control of controlsOf(text)) {
      const route = routeOf(control);
      if (!route) continue;
      used.add(route);
      const isPage = control.method === "GET" && !/picture|before|files|events|trial/.test(route.url);
      if (isPage && !urls.has(route.url)) waiting.push(control.path);
      urls.add(route.url);
    }
  }
  return { urls, routes: used };
}

test("pages have only the controls that their visitor may use", async () => {
  for (const [role, browser] of Object.entries(browsers)) {
    const refused = [...(await walk(browser)).routes].filter(({ access }) => !mayOpen[role]?.includes(access));
    expect([role, refused.map(({ method, url }) => `${method} ${url}`)]).toEqual([role, []]);
  }
});

test("a walk through the pages of each role finds what it is for", async () => {
  const asViewer = ["/app/orders/:order_id", "/app/images/:image_id", "/app/images/:image_id/approve", "/settings"];
  const asEditor = [
    ...["/app/orders/new", "/app/orders/:order_id/zip", "/app/orders/:order_id/grouping", "/settings/purchases"],
    ...["/app/orders/:order_id/rename", "/app/orders/:order_id/delete", "/app/orders/:order_id/shares"],
    ...["/app/images/:image_id/download", "/app/images/:image_id/remake", "/app/images/:image_id/delete"],
    "/app/images/:image_id/trial",
  ];
  const asOwner = ["/settings/team", "/settings/webhook", "/settings/key/reveal", "/settings/sharing"];
  const expected = {
    viewer: asViewer,
    editor: [...asViewer, ...asEditor],
    owner: [...asViewer, ...asEditor, ...asOwner],
    operator: [...asViewer, "/admin"],
  };
  for (const [role, browser] of Object.entries(browsers)) {
    const { urls } = await walk(browser);
    expect([role, [...urls]]).toEqual([role, expect.arrayContaining(expected[role as keyof typeof expected])]);
  }
});
