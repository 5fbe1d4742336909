import { gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { setOperator } from "../../src/store/member-store.ts";
import type { BrowserLike } from "../support/browser-like.ts";
import { addMember, signedIn } from "../support/members.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { sendAsScript } from "../support/web-client.ts";

let parts: TestParts;
let app: FastifyInstance;
let browser: BrowserLike;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildApp(parts);
  const memberId = await addMember(parts, parts.accountId, { email: "owner@example.org", role: "owner" });
  await setOperator(parts.database.queries, memberId, true);
  browser = await signedIn(app, parts, { accountId: parts.accountId, memberId });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ask = (url: string, accepted?: string) =>
  sendAsScript(app, browser, { url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

test.each(["gzip", "gzip, deflate, br, zstd", "br;q=1, gzip;q=0.5"])(
  "pages and their files are compressed for a browser that accepts %s",
  async (accepted) => {
    const page = await ask("/settings");
    const [file] = /\/app\/files\/[^"]+\.css/.exec(page.text) ?? [""];
    for (const url of ["/settings", file]) {
      const [plain, short] = [await ask(url), await ask(url, accepted)];
      expect([url, plain.headers["content-encoding"], short.headers["content-encoding"]]).toEqual([
        url,
        undefined,
        "gzip",
      ]);
      expect(gunzipSync(short.bytes).equals(plain.bytes)).toBe(true);
      expect([plain, short].map(({ headers }) => headers["vary"])).toEqual(["accept-encoding", "accept-encoding"]);
    }
  },
);

test.each(["gzip;q=0", "br", "gzip;q=0.0, br", ""])("and for one that accepts %j they are not", async (accepted) => {
  expect((await ask("/settings", accepted)).headers["content-encoding"]).toBeUndefined();
});

test.each(["/app/orders", "/admin", "/admin/log", "/admin/storage"])(
  "%s is not compressed with a text in its address, since its size would reveal its token",
  async (url) => {
    expect((await ask(url, "gzip")).headers["content-encoding"]).toBe("gzip");
    const found = await ask(`${url}?q=chosen`, "gzip");
    expect([found.headers["content-encoding"], found.text.includes("chosen")]).toEqual([undefined, true]);
  },
);

test("the other pages repeat nothing of their address", async () => {
  for (const url of ["/settings", "/settings/team", "/settings/webhook", "/settings/purchases", "/app/orders/new"]) {
    expect([url, (await ask(`${url}?done=chosen&q=chosen&x=chosen`)).text.includes("chosen")]).toEqual([url, false]);
  }
});
