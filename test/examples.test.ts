import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resultsIn, sha256, shootSet, TestFolder, writeSmallBracket } from "./support/sample-shoot.ts";

// Every program of examples/ against the built package, on small copies of the sample shoot.

const root = fileURLToPath(new URL("../", import.meta.url));
const examples = join(root, "examples");
const folder = new TestFolder();
const tried = new Set<string>();
let shoot: string;
let bracket: string[];

beforeAll(async () => {
  shoot = folder.fresh("shoot");
  bracket = await writeSmallBracket(shoot);
});
afterAll(() => folder.remove());

const execute = promisify(execFile);

/** What an example prints, run in a new folder. */
async function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  tried.add(name);
  const cwd = folder.fresh("cwd");
  mkdirSync(cwd);
  const loader = name.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
  const { stdout, stderr } = await execute(process.execPath, [...loader, join(examples, name), ...args], { cwd, env });
  return { stdout, stderr, cwd };
}

/** A path for a picture, and one for a folder that is there. */
function outputs(): [string, string] {
  const outputDir = folder.fresh("out");
  mkdirSync(outputDir);
  return [join(outputDir, "room.jpg"), outputDir];
}

test("one bracket becomes one picture", async () => {
  const [output] = outputs();
  const { stdout } = await run("one-bracket.mjs", [output, ...bracket]);
  expect(stdout).toMatch(/room\.jpg\n {2}merged 3 exposures\n/);
  expect(existsSync(output)).toBe(true);
  await expect(run("one-bracket.mjs", [output, ...bracket])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^io\/exists: /),
  });
});

test("a folder is enhanced with progress, and kept the second time", async () => {
  const [, outputDir] = outputs();
  const { stdout } = await run("folder.mjs", [shoot, outputDir]);
  expect(stdout).toMatch(/IMG_0006\.JPG: merge \(\d+ of \d+\)\n/);
  expect(stdout).toMatch(/\n1 of 1: .*IMG_0006\.jpg\n$/);
  expect((await run("folder.mjs", [shoot, outputDir])).stdout).toMatch(/^1 of 1: .*IMG_0006\.jpg \(kept\)\n$/);
});

test("an HTTP worker returns a picture, and says what it refuses", async () => {
  tried.add("http-worker.mjs");
  const worker = spawn(process.execPath, [join(examples, "http-worker.mjs")], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  try {
    const url = await new Promise<string>((resolve) => worker.stdout.once("data", (line) => resolve(`${line}`.trim())));
    const post = (body: Uint8Array<ArrayBuffer>) => fetch(url, { method: "POST", body });
    const photograph = new Uint8Array(readFileSync(bracket[1]));
    const made = await post(photograph);
    expect([made.status, made.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await sharp(await made.arrayBuffer()).metadata()).format).toBe("jpeg");
    const refused = await post(new Uint8Array(100));
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("upload")]);
    expect((await fetch(url)).status).toBe(405);
    const crowd = await Promise.all(Array.from({ length: 4 }, () => post(photograph)));
    expect(crowd.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503]);
  } finally {
    worker.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});

test("360° panoramas are found and keep their size", async () => {
  const [, outputDir] = outputs();
  const { stdout } = await run("panorama-360.mjs", [outputDir, ...shootSet("kitchen-360"), bracket[0]]);
  expect(stdout).toMatch(/^\S+R0010014\.jpg: /);
  expect(resultsIn(outputDir)).toEqual(["R0010014.jpg"]);
  const { width, height } = await sharp(join(outputDir, "R0010014.jpg")).metadata();
  expect([width, height]).toEqual([2000, 1000]);
});

test("sets are reviewed by a rule of the program", async () => {
  const [, outputDir] = outputs();
  const { stdout } = await run("review-groups.ts", [outputDir, ...bracket]);
  expect(stdout).toMatch(/^IMG_0006\.JPG \+ IMG_0007\.JPG \+ IMG_0008\.JPG \([\d.]+\)\n {2}/);
  expect(resultsIn(outputDir)).toEqual(["IMG_0006.jpg"]);
});

// Node.js 20 to 22.11 says that require of an ES module is new.
test("a CommonJS program requires the package", async () => {
  const { stdout, cwd } = await run("commonjs.cjs", [bracket[0]]);
  expect(stdout).toMatch(/^thumbnail\.jpg: \d+ × \d+\n$/);
  expect(readdirSync(cwd)).toEqual(["thumbnail.jpg"]);
});

test("without perl and native kernels the picture has the same pixels", async () => {
  const [[output], [other]] = [outputs(), outputs()];
  const { stdout } = await run("slim.mjs", [output, ...bracket], { ...process.env, PATH: "" });
  expect(stdout).toMatch(/room\.jpg, by wasm\n$/);
  await run("one-bracket.mjs", [other, ...bracket]);
  const [slim, usual] = await Promise.all([output, other].map((path) => sharp(path).raw().toBuffer()));
  expect(sha256(slim)).toBe(sha256(usual));
});

test("pictures follow the look of finished ones", async () => {
  const [[, outputDir], finished] = [outputs(), folder.fresh("finished")];
  mkdirSync(finished);
  writeFileSync(join(finished, "a.jpg"), await sharp(bracket[1]).modulate({ brightness: 1.1 }).jpeg().toBuffer());
  const { stdout } = await run("match-look.mjs", [finished, outputDir, ...bracket]);
  expect(stdout).toMatch(/IMG_0006\.jpg\n$/);
  expect(resultsIn(outputDir)).toEqual(["IMG_0006.jpg", "look.json"]);
});

test("every example is among these", () => {
  const programs = readdirSync(examples).filter((name) => name !== "README.md");
  expect([...tried].sort()).toEqual(programs.sort());
});
