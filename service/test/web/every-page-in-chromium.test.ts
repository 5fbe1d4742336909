import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket, keepSource } from "../../src/store/bracket-store.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { invite } from "../../src/store/invitations.ts";
import { setOperator } from "../../src/store/member-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { insertUpload } from "../../src/store/resumable-uploads.ts";
import { beginSession } from "../../src/store/session-store.ts";
import { createShare } from "../../src/store/shares.ts";
import { makeSignInLink } from "../../src/store/sign-in-links.ts";
import { inviteMember } from "../../src/store/team.ts";
import { purchase } from "../../src/store/usage.ts";
import { findChromium } from "../support/chromium.ts";
import { addMember } from "../support/members.ts";
import { weighPage } from "../support/page-weight.ts";
import { smallPicture } from "../support/small-picture.ts";
import { findBarriers } from "../support/studio-browser.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";
import { listPages } from "../support/web-pages.ts";

const executablePath = findChromium();

/** Pictures of the order: as many as one page shows. */
const pictures = 200;
/** What the first visit of a page may load without pictures, in bytes as they are sent. */
const mostBytes = 150_000;

/** Addresses that answer with something other than a page. */
const notPages = /^\/$|\/files\/|\/events$|\/picture$|\/before$|\/trial$|^\/share\/:token\/images/;

describe.skipIf(!executablePath)("every page in Chromium", () => {
  let parts: TestParts;
  let app: FastifyInstance;
  let origin: string;
  let browser: Browser;
  let session: string;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    parts = await makeTestParts({ requestsPerSecond: 1_000_000, smtpUrl: "smtp://127.0.0.1:9" });
    app = await buildApp(parts);
    origin = await app.listen({ host: "127.0.0.1", port: 0 });
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
    const { accountId, database } = parts;
    const memberId = await addMember(parts, accountId, { email: "owner@example.org", role: "owner" });
    await setOperator(database.queries, memberId, true);
    session = await beginSession(database.queries, { accountId, memberId }, "a test");
    ids = { ...(await fillOrder()), ...(await makeLinks(memberId)), account_id: accountId };
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await parts?.close();
  });

  /** An order with as many pictures and waiting files as its pages show at once. */
  async function fillOrder(): Promise<Record<string, string>> {
    const { accountId, database, storage, config } = parts;
    const { queries } = database;
    const orderId = await ensureOrder(queries, accountId, { name: "12 Park Avenue" });
    const path = join(config.dataDir, "picture.jpg");
    await writeFile(path, await smallPicture());
    const key = storageKey("preview");
    const { sizeBytes, sha256 } = await storage.write(key, createReadStream(path), 1e6);
    const file = { key, sizeBytes, sha256, width: 96, height: 64 };
    const result = JSON.stringify({
      full: file,
      preview: file,
      isThreesixty: false,
      warnings: ["merge/frame-dropped"],
    });
    const expiresAt = new Date(Date.now() + 3_600_000);
    let imageId = "";
    for (let i = 0; i < pictures; i++) {
      const common = { accountId, orderId, name: `IMG_${String(i).padStart(4, "0")}.JPG`, contentType: null };
      imageId = await insertImage(queries, { ...common, preferences: {}, devMode: false });
      const { bracket_id } = await insertBracket(queries, { ...common, imageId, heldImageId: null });
      await keepSource(queries, bracket_id, { ...file, format: "jpeg" });
      const { bracket_id: bracketId } = await insertBracket(queries, { ...common, imageId: null, heldImageId: null });
      await insertUpload(queries, { bracketId, accountId, orderId, sizeBytes: 8_000_000, modifiedMs: i, expiresAt });
    }
    await queries.updateTable("images").set({ result, status: "processed" }).execute();
    await purchase(database, { image_id: imageId, account_id: accountId });
    return {
      order_id: orderId,
      image_id: imageId,
      share: await createShare(queries, { accountId, orderId, expiresAt }),
    };
  }

  async function makeLinks(memberId: string): Promise<Record<string, string>> {
    const { database, accountId } = parts;
    const account = { accountId, email: "one@example.org" };
    const joined = await database.transact((transaction) =>
      inviteMember(transaction, account, { email: "new@example.org", role: "viewer" }),
    );
    const invitation = { email: "other@example.org", tier: "trial" as const, api_version: null };
    return {
      "/join": "token" in joined ? joined.token : "",
      "/sign-up": await database.transact((transaction) => invite(transaction, invitation)),
      "/sign-in/link": await makeSignInLink(database.queries, memberId),
    };
  }

  const addressOf = (url: string): string => {
    if (ids[url] !== undefined) return `${url}?token=${ids[url]}`;
    return url.replace(":token", ids["share"]).replace(/:(\w+)/g, (_, name: string) => ids[name]);
  };

  async function newContext(isSignedIn: boolean): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (isSignedIn) await context.addCookies([{ name: "lightwell_session", value: session, url: origin }]);
    return context;
  }

  test("has no barrier that axe-core finds, and loads little", { timeout: 300_000 }, async () => {
    const pages = (await listPages(parts)).filter(({ method, url }) => method === "GET" && !notPages.test(url));
    expect(pages.length).toBeGreaterThanOrEqual(20);
    for (const { url, access } of pages) {
      const context = await newContext(access !== undefined);
      const page = await context.newPage();
      const address = new URL(addressOf(url), origin).href;
      const { status, bytes } = await weighPage(page, address);
      expect(page.url()).toBe(address);
      expect([url, status]).toEqual([url, 200]);
      expect([url, await findBarriers(page)]).toEqual([url, []]);
      expect(bytes, url).toBeGreaterThan(1000);
      expect(bytes, url).toBeLessThan(mostBytes);
      await context.close();
    }
  });
});
