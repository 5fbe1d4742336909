import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { findRun } from "../../src/cli/review/find-run.ts";
import { sliders } from "../../src/cli/review/review-run.ts";
import { toneOptions } from "../../src/stages/tone/index.ts";
import { findChromium } from "../support/chromium.ts";
import { runInside } from "../support/run-cli.ts";
import { plainFlags, smallJpeg, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const executablePath = findChromium();
if (!executablePath) console.warn("No chromium in PATH: the page of review is not looked at in a browser.");

const folder = new TestFolder();
const shoot = join(folder.path, "shoot");
const out = join(folder.path, "out");
const kitchen = () => join(out, readdirSync(out).filter((name) => name.startsWith("IMG_") && name.endsWith(".jpg"))[0]);

/** The command in this process, until it is stopped. */
class Review {
  readonly #stop = new AbortController();
  readonly #exit: Promise<number>;
  readonly address: Promise<string>;
  stderr = "";

  constructor(...args: string[]) {
    let settle: (address: string) => void = () => {};
    this.address = new Promise((resolve) => {
      settle = resolve;
    });
    const streams = {
      out: settle,
      err: (text: string) => {
        this.stderr += text;
      },
      interactive: false,
    };
    this.#exit = main(["review", ...args], streams, this.#stop.signal);
  }

  stop(): Promise<number> {
    this.#stop.abort();
    return this.#exit;
  }
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** As it is: fetch would change the path and the headers. */
function ask(port: string, path: string, { method = "GET", headers = {}, body = "" }: Asked = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString("latin1"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("review", () => {
  let review: Review;
  let port: string;
  let token: string;
  let cookie: string;
  let secret: string;
  let origin: string;
  /** The path that the cookie is for. */
  let base: string;
  const at = (path: string) => base.slice(0, -1) + path;
  let browser: Browser | undefined;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await writeSmallBracket(shoot);
    writeFileSync(join(shoot, "room.jpg"), await smallJpeg(120, 320, 240));
    const made = await runInside(["enhance", shoot, "--output-dir", out, "--report"]);
    expect(made.status).toBe(0);
    await runInside(["group", shoot, "--html", join(out, "sets.html")]);
    review = new Review(out);
    const url = new URL(await review.address);
    port = url.port;
    token = url.searchParams.get("token") ?? "";
    origin = `http://127.0.0.1:${port}`;
    if (!executablePath) return;
    browser = await chromium.launch({ executablePath });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
  });

  afterAll(async () => {
    await browser?.close();
    expect(await review.stop()).toBe(0);
    await expect(ask(port, "/")).rejects.toThrow(/ECONNREFUSED/);
    folder.remove();
  });

  test("takes the token out of the address and into a cookie", async () => {
    const first = await ask(port, `/?token=${token}`);
    expect(first.status).toBe(303);
    base = String(first.headers["location"]);
    expect(base).toMatch(/^\/[\w-]{43}\/$/);
    const set = String(first.headers["set-cookie"]);
    expect(set).toContain(`; HttpOnly; SameSite=Strict; Path=${base}`);
    cookie = set.split(";")[0];
    const page = await ask(port, base, { headers: { cookie } });
    expect(page.status).toBe(200);
    secret = /"secret":"([\w-]{43})"/.exec(page.text)?.[1] ?? "";
    expect(secret).not.toBe(token);
    expect(page.text).not.toContain(token);
    expect(page.headers).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; img-src data: blob: 'self'; connect-src 'self'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test("refuses requests without the token, for another host or from another page", async () => {
    const json = { "content-type": "application/json", "x-lightwell-secret": secret };
    const post = (headers: Record<string, string>) =>
      ask(port, at("/save/0"), { method: "POST", headers: { ...json, cookie, origin, ...headers }, body: "{}" });
    const get = (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers });
    const cases = await Promise.all([
      get("/"),
      get("/?token=wrong"),
      get(`/?token=${token.slice(0, -1)}`),
      get("/", { cookie }),
      get(base, { cookie: `lightwell-${port}=${"x".repeat(43)}` }),
      get("/", { cookie, host: "evil.example" }),
      get("/", { cookie, host: `localhost:${port}` }),
      get(`/?token=${token}`, { host: `evil.example:${port}` }),
      get("/", { cookie, origin: "http://evil.example" }),
      get(base, { cookie, "sec-fetch-site": "same-site" }),
      post({ origin: "http://evil.example" }),
      post({ origin: "null" }),
      post({ "sec-fetch-site": "same-site" }),
      post({ "x-lightwell-secret": token }),
      post({ cookie: "" }),
    ]);
    expect(cases.map(({ status }) => status)).toEqual([
      401, 401, 401, 401, 401, 421, 421, 421, 403, 403, 403, 403, 403, 403, 401,
    ]);
  });

  test("serves the pictures of the run and nothing else", async () => {
    const headers = { cookie };
    const own = await ask(port, at("/picture/0"), { headers });
    expect([own.status, own.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    for (const path of [
      "/picture/99",
      "/picture/../../etc/passwd",
      "/picture/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
      "/../.lightwell.jsonl",
      "/.lightwell.jsonl",
      "/picture/0/..%2f1",
      "/shoot/room.jpg",
    ])
      expect((await ask(port, at(path), { headers })).status).toBe(404);
    expect(
      (await ask(port, at("/picture/0"), { method: "PUT", headers: { cookie, origin, "x-lightwell-secret": secret } }))
        .status,
    ).toBe(405);
    const groups = await ask(port, at("/groups/0"), { headers });
    expect([groups.status, groups.headers["content-security-policy"]]).toEqual([
      200,
      expect.stringMatching(/^sandbox allow-scripts allow-downloads; default-src 'none'/),
    ]);
  });

  test("serves no file that became a link", async () => {
    const path = kitchen();
    renameSync(path, join(folder.path, "kept.jpg"));
    symlinkSync(join(folder.path, "kept.jpg"), path);
    const statuses = await Promise.all(
      ["/picture/0", "/picture/1"].map(async (way) => (await ask(port, at(way), { headers: { cookie } })).status),
    );
    rmSync(path);
    renameSync(join(folder.path, "kept.jpg"), path);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test("takes small requests of JSON alone, and options that hold", async () => {
    const headers = { cookie, origin, "x-lightwell-secret": secret, "content-type": "application/json" };
    const post = (body: string, more = {}) =>
      ask(port, at("/preview/0"), { method: "POST", headers: { ...headers, ...more }, body });
    expect((await post("x".repeat(17 * 1024))).status).toBe(413);
    expect((await post("x".repeat(17 * 1024), { "transfer-encoding": "chunked" })).status).toBe(413);
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("{")).status).toBe(400);
    expect((await post("{}")).status).toBe(400);
    const wrong = await post(JSON.stringify({ tone: { exposureEv: 99 }, windowPull: "natural" }));
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("exposureEv")]);
    expect((await post(JSON.stringify({ tone: { output: "x" }, windowPull: "natural" }))).status).toBe(400);
  });

  test("says in one sentence what is missing, and keeps the picture", async () => {
    const headers = { cookie, origin, "x-lightwell-secret": secret, "content-type": "application/json" };
    const body = JSON.stringify({ tone: { exposureEv: 1 }, windowPull: "natural" });
    const name = readdirSync(out).find((each) => each === "room.jpg") ?? "";
    const before = sha256(join(out, name));
    const places = [0, 1].map((i) => `/save/${i}`);
    renameSync(join(shoot, "room.jpg"), join(folder.path, "away.jpg"));
    copyFileSync(kitchen(), join(folder.path, "kept.jpg"));
    writeFileSync(kitchen(), Buffer.concat([readFileSync(kitchen()), Buffer.from("edited")]));
    const answers = await Promise.all(places.map((path) => ask(port, at(path), { method: "POST", headers, body })));
    renameSync(join(folder.path, "away.jpg"), join(shoot, "room.jpg"));
    renameSync(join(folder.path, "kept.jpg"), kitchen());
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    const texts = answers.map(({ text }) => text).join("\n");
    expect(texts).toMatch(/The photograph \S+room\.jpg does not exist, so this picture cannot be made again\./);
    expect(texts).toMatch(/was changed since lightwell wrote it, so it is not replaced\./);
    expect(sha256(join(out, name))).toBe(before);
  });

  describe.skipIf(!executablePath)("in Chromium", () => {
    test("tries other options on a set, and saves the picture with them", async () => {
      await page.goto(`${origin}/?token=${token}`);
      expect(page.url()).toBe(`${origin}${base}`);
      const set = page.locator("section.set").filter({ hasText: "IMG_" });
      const path = kitchen();
      const [picture, report] = [sha256(path), JSON.parse(readFileSync(`${path}.json`, "utf8"))];
      await set.getByRole("button", { name: "Redo with…" }).click();
      const dialog = page.getByRole("dialog");
      const shown = dialog.getByRole("img", { name: "With these options" });
      const status = dialog.getByRole("status");
      await status.filter({ hasText: /^Preview after/ }).waitFor();
      const first = await shown.getAttribute("src");
      await dialog.getByLabel("Brightness (EV)").fill("0.5");
      await expect.poll(() => shown.getAttribute("src"), { timeout: 30_000 }).not.toBe(first);
      await dialog.getByLabel("Style").selectOption("warm");
      expect(await dialog.getByLabel("Warmth").inputValue()).toBe("0.6");
      expect(await dialog.getByLabel("Brightness (EV)").inputValue()).toBe("0.5");
      await dialog.getByLabel("Windows").selectOption("strong");
      await expect.poll(() => status.textContent(), { timeout: 30_000 }).toMatch(/^Preview after/);
      await dialog.getByRole("button", { name: "Save" }).click();
      await page
        .getByText(/^Saved: Set \d has the new options$/)
        .first()
        .waitFor();
      const now = JSON.parse(readFileSync(`${path}.json`, "utf8"));
      expect(sha256(path)).not.toBe(picture);
      expect(now.result.sha256).toBe(sha256(path));
      expect(now.options.tone).toMatchObject({ style: "warm", warmth: 0.6, exposureEv: 0.5 });
      expect(now.options.merge.windowPull).toBe("strong");
      expect([now.sources, now.set]).toEqual([report.sources, report.set]);
      const lines = readFileSync(join(out, ".lightwell.jsonl"), "utf8").trim().split("\n");
      expect(JSON.parse(lines.at(-1) ?? "").result).toBe(sha256(path));
      expect(readdirSync(out).filter((name) => name.startsWith(".lightwell-"))).toEqual([]);
      const again = await runInside(["reproduce", `${path}.json`]);
      expect(again.stdout).toMatch(/^the same bytes/);
      expect(complaints).toEqual([]);
    });

    test("gives the groups as a file for --groups", async () => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save groups.json" }).click();
      const path = join(folder.path, "groups.json");
      await (await download).saveAs(path);
      const grouped = await runInside(["group", shoot, "--groups", path, "--json"]);
      expect(
        JSON.parse(grouped.stdout)
          .groups.map((set: { files: string[] }) => set.files.length)
          .sort(),
      ).toEqual([1, 3]);
    });
  });
});

test("without reports says that a picture cannot be made again", async () => {
  const plain = new TestFolder();
  const [photos, pictures] = [join(plain.path, "in"), join(plain.path, "out")];
  mkdirSync(photos);
  writeFileSync(join(photos, "a.jpg"), await smallJpeg(100, 200, 150));
  await runInside(["enhance", photos, "--output-dir", pictures, ...plainFlags]);
  const review = new Review(pictures, "--port", "0");
  const url = new URL(await review.address);
  const first = await ask(url.port, url.pathname + url.search);
  const cookie = String(first.headers["set-cookie"]).split(";")[0];
  const page = await ask(url.port, String(first.headers["location"]), { headers: { cookie } });
  expect(page.text).toContain("This picture has no report");
  expect(existsSync(join(pictures, "a.jpg.json"))).toBe(false);
  expect(await review.stop()).toBe(0);
  // A report with markup instead of a number, or without a part, does not count.
  await runInside(["enhance", photos, "--output-dir", pictures, "--report", "--overwrite", ...plainFlags]);
  const file = join(pictures, "a.jpg.json");
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const forged of [
    { ...report, result: { ...report.result, width: "<meta http-equiv=refresh>" } },
    { ...report, set: undefined },
    { ...report, set: { ...report.set, reasons: [7] } },
  ]) {
    writeFileSync(file, JSON.stringify(forged));
    expect((await findRun(pictures))[0].report).toBeUndefined();
  }
  writeFileSync(file, JSON.stringify(report));
  expect((await findRun(pictures))[0].report).toBeDefined();
  plain.remove();
});

test.each([
  [["--port", "70000", "."], 2, /--port must be a whole number from 0 to 65535/],
  [["a", "b"], 2, /expected one output folder, got 2/],
  [["no-such-folder"], 6, /expected an output folder/],
])("refuses %j", async (args, status, message) => {
  const refused = await runInside(["review", ...args]);
  expect([refused.status, refused.stderr]).toEqual([status, expect.stringMatching(message)]);
});

test("refuses a folder that no run wrote to", async () => {
  const empty = new TestFolder();
  const refused = await runInside(["review", empty.path]);
  expect([refused.status, refused.stderr]).toEqual([3, expect.stringMatching(/found no pictures of one/)]);
  empty.remove();
});

test("sliders have the ranges of their options", () => {
  for (const { name, min, max, step } of sliders) {
    const { check } = toneOptions[name];
    expect([min, max, min - step, max + step].map((value) => check(value))).toEqual([true, true, false, false]);
  }
});
