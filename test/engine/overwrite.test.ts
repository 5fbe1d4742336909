import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExifTool } from "../../src/exiftool/exiftool-command.ts";
import { type BatchEvent, createEngine, type EngineError } from "../../src/index.ts";
import { plain, sha256, shootSet, smallJpeg, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
let source: string;
/** Its captions fill whole blocks of the result's metadata. */
let talkative: string;

beforeAll(async () => {
  source = folder.fresh("source.jpg");
  writeFileSync(source, await smallJpeg());
  talkative = folder.fresh("talkative.jpg");
  const noise = Uint8Array.from({ length: 600 * 400 * 3 }, (_, i) => (i * 7919 + (i >> 8) * 31) & 255);
  const raw = { width: 600, height: 400, channels: 3 as const };
  await sharp(noise, { raw }).jpeg({ quality: 98 }).toFile(talkative);
  exiftool(
    talkative,
    `-XMP-dc:Description=${"ünder den Linden ".repeat(900)}`,
    `-XMP-xmpRights:UsageTerms=${"u".repeat(1000)}`,
  );
});

afterAll(async () => {
  await engine.close();
  folder.remove();
});

function exiftool(file: string, ...args: string[]): void {
  const [program, ...first] = findExifTool();
  execFileSync(program, [...first, "-q", "-overwrite_original", ...args, file]);
}

async function refusalOf(work: Promise<unknown>, file: string): Promise<EngineError> {
  const before = sha256(readFileSync(file));
  const error: EngineError = await work.then(
    () => expect.fail("was done"),
    (thrown) => thrown,
  );
  expect(sha256(readFileSync(file))).toBe(before);
  expect(error).toMatchObject({ name: "EngineError", code: "io/exists" });
  expect(error.message).toContain(file);
  return error;
}

describe("overwrite", () => {
  test.each(["jpg", "png", "webp", "tif", "avif"])(
    "replaces an own %s, whatever is left out of its metadata or stands in it",
    async (extension) => {
      const output = folder.fresh(`own.${extension}`);
      const leftOut = { disclosure: false, keepCameraData: false } as const;
      for (const file of [source, talkative, source]) {
        await engine.develop(file, { output, overwrite: true, report: true, ...leftOut });
        const { width } = await sharp(output).metadata();
        expect(width).toBe(file === source ? 64 : 600);
      }
    },
  );

  test.each(["develop", "merge", "enhance"] as const)(
    "of %s refuses a photograph that is none of the call",
    async (verb) => {
      const foreign = folder.fresh("wedding.jpg");
      copyFileSync(shootSet("bedroom-desk")[0], foreign);
      const settings = { output: foreign, overwrite: true };
      const frames = verb === "merge" ? await writeSmallBracket(folder.fresh()) : [source];
      const work = verb === "develop" ? engine.develop(source, settings) : engine[verb](frames, settings);
      const { message } = await refusalOf(work, foreign);
      expect(message).toContain("another name");
    },
  );

  test("refuses a photograph behind a link, text, a pipe, and a result that was edited since", async () => {
    const foreign = folder.fresh("wedding.jpg");
    copyFileSync(shootSet("bedroom-desk")[0], foreign);
    const link = folder.fresh("link.jpg");
    symlinkSync(foreign, link);
    const text = folder.fresh("notes.jpg");
    writeFileSync(text, "not a picture");
    const edited = folder.fresh("edited.jpg");
    await engine.develop(source, { output: edited });
    exiftool(edited, "-IFD0:Software=Some Editor 3.0");
    for (const output of [link, text, edited])
      await refusalOf(engine.develop(source, { output, overwrite: true }), output);
    const pipe = folder.fresh("pipe.jpg");
    execFileSync("mkfifo", [pipe]);
    await expect(engine.develop(source, { output: pipe, overwrite: true })).rejects.toMatchObject({
      code: "io/exists",
    });
  });

  test("replaces a file without bytes, which contains no work", async () => {
    const empty = folder.fresh("empty.jpg");
    writeFileSync(empty, "");
    await engine.develop(source, { output: empty, overwrite: true });
    expect(statSync(empty).size).toBeGreaterThan(500);
  });

  test("replaces reports of its own alone, and looks before it makes the picture", async () => {
    const output = folder.fresh("picture.jpg");
    const report = `${output}.json`;
    for (const foreign of ['{ "invoice": 12 }', "no JSON", "null"]) {
      writeFileSync(report, foreign);
      await refusalOf(engine.develop(source, { output, overwrite: true, report: true }), report);
      expect(existsSync(output)).toBe(false);
    }
    rmSync(report);
    await engine.develop(source, { output, report: true });
    await engine.develop(source, { output, overwrite: true, report: true });
    expect(JSON.parse(readFileSync(report, "utf8")).software.name).toBe("lightwell");
  });

  test("looks again before the picture gets its name", async () => {
    const output = folder.fresh("late.jpg");
    const photograph = readFileSync(shootSet("bedroom-desk")[0]);
    const work = engine.develop(shootSet("kitchen")[0], { output, overwrite: true });
    setTimeout(() => writeFileSync(output, photograph), 20);
    const error: EngineError = await work.then(
      () => expect.fail("replaced it"),
      (thrown) => thrown,
    );
    expect(error.code).toBe("io/exists");
    expect(readFileSync(output)).toEqual(photograph);
  });
});

describe("overwrite of a batch", () => {
  async function run(outputDir: string, how: { overwrite?: boolean; resume?: boolean; dryRun?: boolean }) {
    const events: BatchEvent[] = [];
    for await (const event of engine.enhanceBatch([source], { ...plain, outputDir, ...how })) events.push(event);
    return events;
  }

  test("refuses what is no own result, says so in a dry run, and does not take it for the result", async () => {
    const outputDir = folder.fresh("batch");
    mkdirSync(outputDir);
    const output = join(outputDir, basename(source));
    const photograph = readFileSync(shootSet("bedroom-desk")[0]);
    writeFileSync(output, photograph);
    const [grouped] = await run(outputDir, { overwrite: true, dryRun: true });
    expect(grouped).toMatchObject({ sets: [{ existing: "foreign" }] });
    expect((await run(outputDir, { overwrite: true })).at(-1)).toMatchObject({
      type: "failed",
      error: { code: "io/exists" },
    });
    expect((await run(outputDir, { resume: true })).at(-1)).toMatchObject({
      type: "failed",
      error: { code: "io/exists" },
    });
    expect(readFileSync(output)).toEqual(photograph);
  });
});
