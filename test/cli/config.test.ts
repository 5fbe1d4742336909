import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/failures.ts";
import { commands } from "../../src/cli/main.ts";
import { errorCodes } from "../../src/errors/index.ts";
import { enhanceTables } from "../../src/pipeline/options.ts";
import { runInside } from "../support/run-cli.ts";
import { smallJpeg, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

/** A new config file; text stays as it is. */
function configOf(content: object | string): string {
  const path = folder.fresh("config.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function printed(command: string, ...args: string[]) {
  const { status, stdout, stderr } = await runInside([command, ...args, "--print-config"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("a config file", () => {
  test("sets options that flags override, each by the name of the library", async () => {
    const config = configOf({ quality: 80, align: false, format: "webp", memoryBudgetMb: 2000, exposureEv: -0.5 });
    const expected = { quality: 80, align: false, format: "webp", memoryBudgetMb: 2000, exposureEv: -0.5 };
    expect(await printed("enhance", "--config", config)).toMatchObject(expected);
    const flags = ["--quality", "70", "--align", "--memory-budget", "3000"];
    const overridden = { ...expected, quality: 70, align: true, memoryBudgetMb: 3000 };
    expect(await printed("enhance", "--config", config, ...flags)).toMatchObject(overridden);
  });

  test("prints every option of the command, and gives the same again as a config file", async () => {
    const flags = ["--style", "warm", "--recipe", "4.x", "--workers", "2"];
    const first = await printed("enhance", ...flags);
    const names = Object.values(enhanceTables).flatMap((table) => Object.keys(table));
    expect(Object.keys(first)).toEqual(expect.arrayContaining([...names, "workers", "debugDir"]));
    expect(first).toMatchObject({ style: "warm", method: "mertens", workers: 2 });
    expect(await printed("enhance", "--config", configOf(first))).toEqual(first);
  });

  test("gives each command the options that it has", async () => {
    const config = configOf({ toneStrength: 0.5, quality: 80, maxPixels: 1000 });
    const withOptions = commands.filter(({ flags }) => "print-config" in flags).map(({ name }) => name);
    expect(withOptions).toEqual(["enhance", "review", "inspect", "group", "merge", "develop", "look", "reproduce"]);
    for (const name of withOptions) expect(await printed(name, "--config", config)).toMatchObject({ maxPixels: 1000 });
    expect(await printed("merge", "--config", config)).toMatchObject({ quality: 80 });
    expect(await printed("merge", "--config", config)).not.toHaveProperty("toneStrength");
    expect(Object.keys(await printed("inspect", "--config", config))).not.toContain("quality");
  });

  test("yields its format and depth to a format that is asked for", async () => {
    const config = configOf({ format: "tiff", bitDepth: 16 });
    expect(await printed("enhance", "--config", config)).toMatchObject({ format: "tiff", bitDepth: "16" });
    const asked = await printed("enhance", "--config", config, "--format", "jpeg");
    expect(asked).toMatchObject({ format: "jpeg", bitDepth: "auto" });
    const source = folder.fresh("small.jpg");
    writeFileSync(source, await smallJpeg());
    for (const [name, bitDepth] of [
      ["out.jpg", 8],
      ["out.tif", 16],
    ]) {
      const args = ["develop", source, "--output", folder.fresh(String(name)), "--config", config, "--json"];
      const { status, stdout } = await runInside(args);
      expect([status, JSON.parse(stdout).report.result.bitDepth]).toEqual([0, bitDepth]);
    }
  });

  test("has its relative paths start at its own folder", async () => {
    const config = configOf({ cacheDir: "cache", debugDir: "" });
    const expected = { cacheDir: join(folder.path, "cache"), debugDir: "" };
    expect(await printed("enhance", "--config", config)).toMatchObject(expected);
  });

  test.each([
    ["broken JSON", '{"quality": 80,}', "options/invalid", /expected JSON/],
    ["a list", "[]", "options/invalid", /expected a JSON object of options, got a list/],
    ["null", "null", "options/invalid", /got null/],
    ["an empty file", "", "options/invalid", /expected JSON/],
    ["a name that is not known", { qualty: 80 }, "options/unknown", /no option "qualty"; did you mean quality/],
    ["the name of a flag", { "max-width": 80 }, "options/unknown", /did you mean maxWidthPx/],
    ["a name of every object", '{"__proto__": 1}', "options/unknown", /no option "__proto__"/],
    ["text for a number", { quality: "80" }, "options/invalid", /quality must be a whole number, 1 to 100, got "80"/],
    ["a number for a switch", { align: 1 }, "options/invalid", /align must be true \| false, got 1/],
    ["a number out of range", { quality: 101 }, "options/invalid", /1 to 100, got 101/],
    ["null for a value", { quality: null }, "options/invalid", /got null/],
    ["more than 64 KiB", " ".repeat(65_537), "limits/bytes", /at most 65536 bytes/],
  ] as const)("with %s is refused, whatever the command", async (_what, content, code, message) => {
    const config = configOf(content);
    for (const command of ["enhance", "inspect"]) {
      const { status, stdout, stderr } = await runInside([command, "--config", config, "--print-config"]);
      expect([status, stdout]).toEqual([exitCodes[errorCodes[code].kind], ""]);
      expect(stderr).toMatch(message);
      expect(stderr).toContain(`lightwell ${command}: ${config}: `);
      expect(stderr).toMatch(new RegExp(`^[^\n]* \\[${code}\\]\n$`));
    }
    const json = await runInside(["enhance", "--config", config, "--print-config", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code } });
  });

  test("that is missing or a folder is an error of reading", async () => {
    for (const path of [folder.fresh("missing.json"), folder.path]) {
      const { status, stderr } = await runInside(["enhance", "--config", path, "--print-config"]);
      expect([status, stderr]).toEqual([exitCodes.io, expect.stringContaining("[io/read]")]);
      expect(stderr).toContain(path);
    }
  });
});

describe("lightwell.config.json", () => {
  const shoot = folder.fresh("shoot");
  const config = join(shoot, "lightwell.config.json");
  const outputDir = join(shoot, "out");
  const enhance = (...flags: string[]) =>
    runInside(["enhance", ".", "--output-dir", "out", "--resume", "--report", "--check", "off", ...flags], {
      cwd: shoot,
    });
  const report = () => JSON.parse(readFileSync(join(outputDir, "IMG_0006.jpg.json"), "utf8"));
  beforeAll(async () => {
    mkdirSync(shoot);
    await writeSmallBracket(shoot);
    writeFileSync(config, JSON.stringify({ quality: 60, toneStrength: 0 }));
  });

  test("counts in its folder, and the run and its report say so", async () => {
    const { status, stderr } = await enhance();
    expect(status).toBe(0);
    expect(stderr).toMatch(/^options of lightwell\.config\.json: quality, toneStrength$/m);
    expect(report().options).toMatchObject({ encode: { quality: 60 }, tone: { toneStrength: 0 } });
  });

  test("makes the same pictures as flags do, so that --resume leaves them alone", async () => {
    const skipped = async (...flags: string[]) => {
      const { status, stdout, stderr } = await enhance("--json", ...flags);
      expect([status, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout).outputs.map((output: { skipped: boolean }) => output.skipped);
    };
    expect(await skipped()).toEqual([true]);
    expect(await skipped("--no-config", "--quality", "60", "--tone-strength", "0")).toEqual([true]);
    writeFileSync(config, JSON.stringify({ quality: 50, toneStrength: 0 }));
    expect(await skipped()).toEqual([false]);
    expect(report().options.encode.quality).toBe(50);
    expect(await skipped("--no-config")).toEqual([false]);
    expect(report().options.encode.quality).not.toBe(50);
  });

  test("stops a run that it cannot be read for", async () => {
    writeFileSync(config, "quality: 60");
    const { status, stderr } = await enhance();
    expect([status, stderr]).toEqual([exitCodes.options, expect.stringContaining("lightwell.config.json: config: ")]);
    expect((await enhance("--no-config", "--dry-run")).status).toBe(0);
  });
});
