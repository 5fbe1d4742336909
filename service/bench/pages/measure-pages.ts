import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { chromium, type Page } from "playwright-core";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { beginSession } from "../../src/store/session-store.ts";
import { startBenchService } from "../bench-service.ts";
import { largePicture } from "../large-picture.ts";
import { recordTasks, tasksOf } from "./long-tasks.ts";

export interface PagesRun {
  readonly executablePath: string;
  /** Address of a PostgreSQL. */
  readonly server: string;
  /** Photographs of the order. */
  readonly files: number;
  /** Requests for pages while the service enhances. */
  readonly requests: number;
}

export interface PageFigures {
  /** Tasks above 50 ms that blocked the page, in ms: while files were sent, and while pictures arrived. */
  readonly uploadTasks: readonly number[];
  readonly orderTasks: readonly number[];
  /** Times until the first byte of each page, in ms, by the name of the page. */
  readonly firstBytes: Readonly<Record<string, readonly number[]>>;
  readonly uploadSeconds: number;
  /** Whether pictures were being enhanced until the last request. */
  readonly wasBusy: boolean;
}

const megapixels = 24;
/** Between two looks of the bench, in ms. */
const lookMs = 1000;
/** Longest time for the upload, and for the first picture, in ms. */
const patienceMs = 400_000;
/** Pause between two requests for pages, in ms: a person opens one now and then. */
const betweenMs = 50;
/** Pictures that appear at once, and how often: many times as fast as engines make them, in ms. */
const arrivals = { atOnce: 20, everyMs: 500 };

/** Sends an order with Chromium and looks at its pages. */
export async function measurePages({ executablePath, server, files, requests }: PagesRun): Promise<PageFigures> {
  const service = await startBenchService(["--engine-processes", "1"], server);
  const folder = await mkdtemp(join(tmpdir(), "lightwell-pages-"));
  const database = await openDatabase({ url: service.databaseUrl ?? "", folder: "" });
  const browser = await chromium.launch({ executablePath });
  try {
    const session = await signIn(database);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: "lightwell_session", value: session, url: service.address }]);
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.addInitScript(recordTasks);

    const names: string[] = [];
    for (let i = 0; i < files; i++) {
      const name = join(folder, `IMG_${String(i).padStart(4, "0")}.JPG`);
      await writeFile(name, await largePicture(megapixels, i));
      names.push(name);
    }
    await page.goto(`${service.address}/app/orders/new`);
    const begun = performance.now();
    await page.locator("#files").setInputFiles(names);
    await until(async () => (await page.locator("#progress-text").textContent())?.includes(`${files} of ${files}`));
    const uploadSeconds = (performance.now() - begun) / 1000;
    await scrollThrough(page);
    const uploadTasks = await tasksOf(page);

    await page.getByLabel("Frames of each picture").selectOption("1");
    await page.getByRole("button", { name: "Make the pictures" }).click();
    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
    await until(async () => (await countMade(database)) > 0);
    const { pathname } = new URL(page.url());
    const firstBytes = await askPages(service.address, session, requests, {
      orders: "/app/orders",
      order: pathname,
      upload: `${pathname}/upload`,
    });
    const wasBusy = (await countMade(database)) < files;

    while (await finishSome(database)) {
      await sleep(arrivals.everyMs);
      await scrollThrough(page, 2);
    }
    await until(async () => (await page.locator("#pictures img").count()) === files);
    await scrollThrough(page);
    return { uploadTasks, orderTasks: await tasksOf(page), firstBytes, uploadSeconds, wasBusy };
  } finally {
    await browser.close();
    await database.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn({ queries }: Database): Promise<string> {
  const { account_id: accountId, member_id: memberId } = await queries
    .selectFrom("members")
    .select(["account_id", "member_id"])
    .executeTakeFirstOrThrow();
  return beginSession(queries, { accountId, memberId }, "the bench");
}

async function until(isDone: () => Promise<boolean | undefined>): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(lookMs))
    if (await isDone()) return;
  throw new Error("the bench waited in vain");
}

/** As with a wheel, to the end of the page and back. */
async function scrollThrough(page: Page, steps = 20): Promise<void> {
  for (const direction of [1, -1]) {
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    for (let i = 0; i < steps; i++) {
      await page.mouse.wheel(0, (direction * height) / steps);
      await page.waitForTimeout(50);
    }
  }
}

async function countMade({ queries }: Database): Promise<number> {
  const { count } = await queries
    .selectFrom("images")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("result", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Gives some of the waiting images the first picture; whether there were any. */
async function finishSome({ queries }: Database): Promise<boolean> {
  const { rows } = await sql`
    update images set status = 'processed',
      result = (select result from images where result is not null order by image_id limit 1)
    where image_id in (select image_id from images where result is null order by image_id limit ${arrivals.atOnce})
    returning image_id`.execute(queries);
  return rows.length > 0;
}

/** Times until the first byte of each answer, one request after another, each over a new connection, in ms. */
async function askPages(
  address: string,
  session: string,
  requests: number,
  paths: Readonly<Record<string, string>>,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(paths).map((name) => [name, []]));
  const pages = Object.entries(paths);
  for (let i = 0; i < requests; i++) {
    const [name, path] = pages[i % pages.length];
    times[name].push(await askPage(new URL(path, address), session));
    await sleep(betweenMs);
  }
  return times;
}

function askPage(url: URL, session: string): Promise<number> {
  const headers = { cookie: `lightwell_session=${session}`, "accept-encoding": "gzip" };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const asking = request(url, { headers, agent: false }, (answer) => {
      const firstByteMs = performance.now() - begun;
      answer.resume();
      answer.once("end", () => {
        if (answer.statusCode === 200) resolve(firstByteMs);
        else reject(new Error(`${url.pathname} answered ${answer.statusCode}`));
      });
    });
    asking.once("error", reject);
    asking.end();
  });
}
