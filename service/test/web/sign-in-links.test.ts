import type { FastifyInstance } from "fastify";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { performAccountTask } from "../../src/account-task.ts";
import type { Database } from "../../src/database/database.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { prune } from "../../src/store/sweep-storage.ts";
import { BrowserLike } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const email = "one@example.org";
const soon = { timeout: 15_000 };

let smtp: SmtpServer;
let parts: TestParts;
let app: FastifyInstance;
let browser: BrowserLike;

beforeAll(async () => {
  smtp = await startSmtpServer();
  parts = await makeTestParts({
    ...{ requestsPerSecond: 1_000_000, smtpUrl: smtp.url, mailFrom: "lightwell@example.com" },
  });
  app = await buildCheckedApp(parts);
  startJobs(parts);
});

beforeEach(async () => {
  await parts.database.queries.deleteFrom("sign_in_tries").execute();
  await parts.database.queries.deleteFrom("sign_in_links").execute();
  browser = new BrowserLike(app);
  await browser.get("/sign-in");
});

afterAll(async () => {
  await app.close();
  await parts.close();
  await smtp.close();
});

const ask = (address: string, from = browser) => from.post("/sign-in/send-link", { "link-email": address });

/** The token of the next e-mail. */
async function mailedToken(before: number): Promise<string> {
  await expect.poll(() => smtp.mails.length, soon).toBe(before + 1);
  const [, token] = /\/sign-in\/link\?token=([\w-]{43})/.exec(smtp.mails[before].text) ?? [];
  return token;
}

async function newLink(): Promise<string> {
  const before = smtp.mails.length;
  expect((await ask(" One@Example.org ")).status).toBe(200);
  return mailedToken(before);
}

test("a link from an e-mail signs in once, by its button alone", async () => {
  const token = await newLink();
  expect(smtp.mails.at(-1)).toMatchObject({ from: "lightwell@example.com", to: [email] });
  for (let i = 0; i < 3; i++) {
    const page = await browser.get(`/sign-in/link?token=${token}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`Sign in as <bdi>${email}</bdi>?`)]);
  }
  const signedIn = await browser.post("/sign-in/link", { token });
  expect([signedIn.status, signedIn.location]).toEqual([303, "/app/orders"]);
  expect((await browser.get("/settings")).status).toBe(200);
  const other = new BrowserLike(app);
  await other.get("/sign-in");
  expect((await other.post("/sign-in/link", { token })).status).toBe(404);
  expect((await other.get(`/sign-in/link?token=${token}`)).status).toBe(404);
});

test("two presses at the same time use a link once", async () => {
  const token = await newLink();
  const pages = await Promise.all([0, 1].map(() => browser.post("/sign-in/link", { token })));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 404]);
});

test("the database has neither a link's token nor the address of an e-mail that waits", async () => {
  const token = await newLink();
  smtp.behave("refusing");
  await ask(email);
  const { queries } = parts.database;
  const rows = [
    await queries.selectFrom("sign_in_links").selectAll().execute(),
    await queries.selectFrom("mails").selectAll().execute(),
    (await parts.database.executeSql("select data from jobs.job where name = 'send-mail'", [])).rows,
  ];
  expect(rows[1]).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(email);
  smtp.behave("well");
  const before = smtp.mails.length;
  await mailedToken(before);
  expect(await queries.selectFrom("mails").selectAll().execute()).toEqual([]);
});

test("a link is refused after fifteen minutes, and removed", async () => {
  const token = await newLink();
  const { queries } = parts.database;
  const [{ expires_at }] = await queries.selectFrom("sign_in_links").select("expires_at").execute();
  const minutes = (expires_at.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);
  await queries.updateTable("sign_in_links").set({ expires_at: new Date() }).execute();
  expect((await browser.post("/sign-in/link", { token })).status).toBe(404);
  await prune(queries, 30);
  expect(await queries.selectFrom("sign_in_links").selectAll().execute()).toEqual([]);
});

test("an unknown address gets the same answer, after the same statements, and no e-mail", async () => {
  const before = smtp.mails.length;
  const { database } = parts;
  let statements: string[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      // On a server, request tokens are leased by raw statements in the background.
      if (node.kind !== "RawNode") statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const watched: Database = {
    ...database,
    queries: database.queries.withPlugin(watch),
    transact: (work) => database.transact((transaction) => work(transaction.withPlugin(watch) as typeof transaction)),
  };
  const other = await buildCheckedApp({ ...parts, database: watched });
  const visitor = new BrowserLike(other);
  await visitor.get("/sign-in");
  const answers: (readonly [number, string, readonly string[]])[] = [];
  for (const address of ["stranger@example.org", email]) {
    statements = [];
    const { status, text } = await ask(address, visitor);
    answers.push([status, text, statements]);
  }
  await other.close();
  expect(answers[0][0]).toBe(200);
  expect(answers[0][2].length).toBeGreaterThan(4);
  expect(answers[1]).toEqual(answers[0]);
  await mailedToken(before);
  await expect.poll(() => database.queries.selectFrom("mails").selectAll().execute(), soon).toEqual([]);
  expect(smtp.mails).toHaveLength(before + 1);
});

describe("links", () => {
  test("are limited for one address of e-mail, known or not, from wherever they are asked for", async () => {
    for (const address of [email, "stranger@example.org"]) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) {
        const one = new BrowserLike(app, `192.0.2.${i}`);
        await one.get("/sign-in");
        statuses.push((await ask(address, one)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    await expect.poll(() => parts.database.queries.selectFrom("mails").selectAll().execute(), soon).toEqual([]);
  });

  test("are limited from one address of the network", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await ask(`stranger${i}@example.org`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  test.each([
    ["to ask for one", "/sign-in/send-link"],
    ["to use one", "/sign-in/link"],
  ])("need a form of this site %s", async (_what, path) => {
    const form = { "link-email": email, token: "a", csrf: "none" };
    expect((await browser.post(path, form)).status).toBe(403);
  });

  test("of a suspended account open nothing", async () => {
    const token = await newLink();
    await performAccountTask({ action: "suspend", email }, parts);
    expect((await browser.post("/sign-in/link", { token })).status).toBe(404);
    await performAccountTask({ action: "resume", email }, parts);
  });

  test("end with a new password", async () => {
    const token = await newLink();
    await performAccountTask({ action: "set-password", email }, parts);
    expect((await browser.post("/sign-in/link", { token })).status).toBe(404);
  });
});

test("a mail server that hangs blocks no page and no other job", async () => {
  smtp.behave("silent");
  const started = Date.now();
  for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200);
  const orderId = crypto.randomUUID();
  await parts.queue.send("deliver-events", { orderKey: orderId }, parts.database.queries);
  parts.queue.wake("deliver-events");
  await expect
    .poll(
      async () =>
        (await parts.database.executeSql("select state from jobs.job where data->>'orderKey' = $1", [orderId])).rows,
      soon,
    )
    .toEqual([{ state: "completed" }]);
  expect(Date.now() - started).toBeLessThan(8000);
  smtp.behave("well");
  await parts.database.queries.deleteFrom("mails").execute();
});

test("without a mail server the page offers no link, and none can be asked for", async () => {
  const without = await buildCheckedApp({ ...parts, config: { ...parts.config, smtpUrl: undefined } });
  const other = new BrowserLike(without);
  const page = await other.get("/sign-in");
  expect(page.text).not.toContain("send-link");
  expect(page.text).toContain("lightwell-service account link");
  expect((await ask(email, other)).status).toBe(404);
  await without.close();
});
