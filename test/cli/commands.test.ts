import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shootPlan } from "../../fixtures/shoot-plan.ts";
import { sharedFlags } from "../../src/cli/command.ts";
import { exitCodes } from "../../src/cli/failures.ts";
import { flagName } from "../../src/cli/flags.ts";
import { commands } from "../../src/cli/main.ts";
import { errorKinds, packageVersion } from "../../src/index.ts";
import { developTables, enhanceTables, groupTables, mergeTables } from "../../src/pipeline/options.ts";
import { type CliResult, runCli, runInside } from "../support/run-cli.ts";
import {
  hashFolder,
  plainFlags,
  resultsIn,
  shootFiles,
  shootFolder,
  shootSet,
  smallJpeg,
  TestFolder,
  writeSmallBracket,
} from "../support/sample-shoot.ts";

const folder = new TestFolder();
const originals = hashFolder(shootFolder);
afterAll(() => {
  expect(hashFolder(shootFolder)).toEqual(originals);
  folder.remove();
});

/** The one JSON document on stdout; fails where there is more, or anything on stderr. */
function documentOf({ stdout, stderr }: Omit<CliResult, "ms">) {
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe("help", () => {
  test("lists every command, asked for in any way", async () => {
    const { status, stdout, stderr } = await runCli(["--help"]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}`, "m"));
    for (const flag of ["-h", "help"]) expect(await runInside([flag])).toEqual({ status, stdout, stderr });
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    "of %s names every flag where all are asked for",
    async (name, command) => {
      const { status, stdout } = await runInside([name, "--help", "all"]);
      expect(status).toBe(0);
      expect(stdout).toContain(`Usage: lightwell ${name} ${command.usage}`);
      for (const flag of Object.keys({ ...command.flags, ...sharedFlags }))
        expect(stdout).toMatch(new RegExp(`^ {2}(-\\w, )?--${flag}\\b`, "m"));
      for (const table of Object.values(command.tables))
        for (const [option, rule] of Object.entries(table)) {
          const flag = rule.type === "flag" && rule.fallback === true ? `no-${flagName(option)}` : flagName(option);
          expect(stdout).toMatch(new RegExp(`^ {2}--${flag}\\b`, "m"));
        }
      expect(stdout).not.toMatch(/undefined|\[object/);
    },
  );

  test.each(commands.map((command) => [command.name, command] as const))(
    "of %s fits one screen with its common flags, and says how to see the others",
    async (name, { common = [], examples = [] }) => {
      const { stdout } = await runInside([name, "--help"]);
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(45);
      for (const flag of common) expect(stdout).toMatch(new RegExp(`^ {2}(-\\w, )?--(no-)?${flag}\\b`, "m"));
      for (const example of examples) expect(lines).toContain(`  ${example}`);
      const all = await runInside(["help", name, "all"]);
      expect(all).toEqual(await runInside([name, "--help", "all"]));
      if (all.stdout !== stdout) expect(lines.at(-1)).toMatch(/ --help all lists every flag \(\d+\)\.$/);
    },
  );

  test.each([
    ["enhance", enhanceTables],
    ["merge", mergeTables],
    ["develop", developTables],
    ["group", groupTables],
  ])("of %s leaves out no option of the engine's call", async (name, tables) => {
    const { stdout } = await runInside([name, "--help", "all"]);
    for (const option of Object.values(tables).flatMap((table) => Object.keys(table)))
      expect(stdout).toMatch(new RegExp(`^ {2}--(no-)?${flagName(option)}\\b`, "m"));
  });

  test("names the folder of the cache where sets are formed or looked at, and nowhere else", async () => {
    for (const { name } of commands) {
      const { stdout } = await runInside([name, "--help", "all"]);
      expect(stdout.includes("--cache-dir DIR ")).toBe(
        !["develop", "merge", "reproduce", "review", "lenses", "doctor", "completion"].includes(name),
      );
      expect(stdout).not.toContain(" TEXT");
    }
  });

  test("fits a terminal, and says of switches what they do", async () => {
    for (const args of [
      ["--help"],
      ...commands.flatMap(({ name }) => [
        [name, "--help"],
        ["help", name, "all"],
      ]),
    ]) {
      const { stdout } = await runInside(args);
      const lines = stdout.split("\n");
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
      expect(stdout).not.toMatch(/switch off/i);
      for (const line of lines.filter((each) => each.startsWith("  --no-"))) expect(line).toMatch(/^ {2}\S+ +[A-Z]/);
    }
  });

  test("without a command is shown and counts as wrong use", async () => {
    const { status, stdout } = await runCli([]);
    expect([status, stdout.includes("Usage: lightwell COMMAND")]).toEqual([exitCodes.options, true]);
  });

  test("--version prints the version of the package, also after a command", async () => {
    expect(await runCli(["--version"])).toMatchObject({ status: 0, stdout: `${packageVersion}\n`, stderr: "" });
    expect(await runInside(["enhance", "--version"])).toEqual({ status: 0, stdout: `${packageVersion}\n`, stderr: "" });
  });
});

describe("lenses", () => {
  test("lists what is corrected of the lenses that contain all words", async () => {
    const { status, stdout } = await runInside(["lenses", "ef17-40mm", "canon"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Canon EF 17-40mm f\/4L USM {2}Canon EF {2}crop 1 {2}.*distortion/m);
    const { lenses } = documentOf(await runInside(["lenses", "--json", "17-40mm", "f/4l"]));
    expect(lenses[0]).toMatchObject({ maker: "Canon", focalMm: [17, 40], corrects: { distortion: true } });
    expect((await runInside(["lenses", "no such lens"])).stdout).toBe("");
  });
});

describe("inspect", () => {
  test("tells people and programs what files are", async () => {
    const [file] = shootSet("kitchen");
    const text = await runCli(["inspect", file]);
    expect(text).toMatchObject({ status: 0, stderr: "" });
    for (const part of [file, "jpeg", "800 × 1200", "orientation 6", "2026-05-14T10:04:40"])
      expect(text.stdout).toContain(part);
    const { files, failed } = documentOf(await runInside(["inspect", "--json", file]));
    expect(failed).toEqual([]);
    expect(files).toMatchObject([{ path: file, width: 800, height: 1200 }]);
  });

  test("skips files of a folder that are not photographs, and reports named ones", async () => {
    const shoot = folder.copyOf(shootSet("bedroom-desk"));
    writeFileSync(join(shoot, "notes.txt"), "keys are under the mat");
    mkdirSync(join(shoot, "more"));
    const listed = documentOf(await runInside(["inspect", "--json", shoot]));
    expect([listed.files.length, listed.failed]).toEqual([1, []]);
    expect(listed.warnings).toMatchObject([{ code: "source/passed-over" }]);
    const { stderr } = await runInside(["inspect", shoot]);
    expect(stderr).toMatch(/^warning: skipped: 1 folder \(.*more\).*; 1 file \(.*notes\.txt\).*\n$/);
    const named = await runInside(["inspect", "--json", shoot, join(shoot, "notes.txt")]);
    expect(named.status).toBe(1);
    expect(documentOf(named).failed).toMatchObject([{ file: join(shoot, "notes.txt"), code: "input/not-an-image" }]);
  });
});

describe("group", () => {
  test("prints sets that enhance takes, also edited, from another folder and by bare names", async () => {
    const { groups } = documentOf(await runInside(["group", "--json", "."], { cwd: shootFolder }));
    expect(groups.map(({ files }: { files: string[] }) => files)).toEqual(shootPlan.map(({ files }) => files));
    const file = folder.fresh("groups.json");
    writeFileSync(file, JSON.stringify({ groups: [{ files: ["IMG_0006.JPG", "IMG_0008.JPG"] }] }));
    const args = ["enhance", shootFolder, "--groups", file, "--output-dir", folder.fresh(), "--dry-run", "--json"];
    const dry = documentOf(await runInside(args));
    expect(dry.groups.find(({ files }: { files: string[] }) => files.length === 2).files).toEqual([
      shootSet("kitchen")[0],
      shootSet("kitchen")[2],
    ]);
  });

  test("writes the sets as CSV, a row a file, and groups by camera angle alone where asked", async () => {
    const csv = folder.fresh("predictions.csv");
    const { status } = await runInside(["group", shootFolder, "--same-view", "--csv", csv]);
    const [header, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n");
    expect([status, header, rows.length]).toEqual([0, "filename,group_id", shootFiles.length]);
    const ids = new Set(
      shootSet("kitchen").map((file) => rows.find((row) => row.startsWith(basename(file)))?.split(",")[1]),
    );
    expect(ids.size).toBe(1);
    const again = await runInside(["group", shootFolder, "--csv", csv]);
    expect(again.stderr).toContain("[io/exists]");
  });

  test("prints a row a set, and every file and reason where asked", async () => {
    const { status, stdout, stderr } = await runInside(["group", ...shootSet("kitchen")]);
    expect([status, stderr, stdout]).toEqual([
      0,
      "",
      expect.stringMatching(
        /^SET {2}FILES .*WHY\n {2}1 {2}IMG_0006–0008.JPG {2}−1.9 0 \+2 .* \d+ % {2}3 frames, [^\n]*\n\n1 bracket, 0 single photographs \([\d.]+ s\)\n$/,
      ),
    ]);
    const all = await runInside(["group", "--why", ...shootSet("kitchen")]);
    for (const file of shootSet("kitchen")) expect(all.stdout).toContain(`\n       ${file}\n`);
    expect(all.stdout).toMatch(/^ {5}- exposures .* EV, ascending/m);
  });

  test("writes sets that come back the same, and never over a photograph or unasked over a file", async () => {
    const file = folder.fresh("sets.json");
    const first = documentOf(await runInside(["group", shootFolder, "--json", "--export", file]));
    const again = documentOf(await runInside(["group", shootFolder, "--json", "--groups", file]));
    const files = ({ groups }: { groups: { files: string[] }[] }) => groups.map((set) => set.files);
    expect(files(again)).toEqual(files(first));
    const edited = JSON.parse(readFileSync(file, "utf8"));
    edited.groups.splice(0, 2, { files: edited.groups.slice(0, 2).flatMap((set: { files: string[] }) => set.files) });
    writeFileSync(file, JSON.stringify(edited));
    const args = ["enhance", shootFolder, "--groups", file, "--output-dir", folder.fresh(), "--dry-run", "--json"];
    expect(files(documentOf(await runInside(args)))[0]).toHaveLength(8);
    const copy = folder.copyOf(shootSet("kitchen"));
    const photograph = join(copy, readdirSync(copy)[0]);
    for (const [output, code] of [
      [file, "io/exists"],
      [photograph, "io/write"],
    ]) {
      const flags = code === "io/write" ? ["--overwrite"] : [];
      const refused = await runInside(["group", copy, "--export", output, ...flags]);
      expect([refused.status, refused.stdout]).toEqual([exitCodes.io, ""]);
      expect(refused.stderr).toContain(`[${code}]`);
    }
  });

  test.each(["--html", "--export"])(
    "writes no %s over a picture, be it none of this call, or over a folder",
    async (flag) => {
      const copy = folder.copyOf(shootSet("kitchen"));
      const [named, other] = readdirSync(copy).map((name) => join(copy, name));
      const before = readFileSync(other);
      for (const output of [other, folder.path]) {
        const refused = await runInside(["group", named, flag, output, "--overwrite"]);
        expect([refused.status, refused.stdout]).toEqual([exitCodes.io, ""]);
        expect(refused.stderr).toMatch(/ is a picture| a folder has its name/);
      }
      expect(readFileSync(other)).toEqual(before);
    },
  );

  test("replaces a page by a page and a list by a list, and no other text", async () => {
    const [page, list] = [folder.fresh("sets.html"), folder.fresh("sets.json")];
    const run = (html: string, sets: string) =>
      runInside(["group", ...shootSet("kitchen"), "--html", html, "--export", sets, "--overwrite"]);
    for (let i = 0; i < 2; i++) expect((await run(page, list)).status).toBe(0);
    const [html, sets] = [readFileSync(page, "utf8"), readFileSync(list, "utf8")];
    const notes = folder.fresh("notes.json");
    writeFileSync(notes, '{ "name": "my notes" }');
    for (const [first, second] of [
      [list, page],
      [notes, list],
      [page, notes],
    ]) {
      const { status, stderr } = await run(first, second);
      expect(status).toBe(exitCodes.io);
      expect(stderr).toContain("[io/exists]");
    }
    const kept = [page, list, notes].map((file) => readFileSync(file, "utf8"));
    expect(kept).toEqual([html, sets, '{ "name": "my notes" }']);
  });

  test("writes no page and list into one file", async () => {
    const file = folder.fresh("sets");
    const args = ["group", ...shootSet("kitchen"), "--html", file, "--export", file, "--overwrite"];
    expect((await runInside(args)).status).toBe(exitCodes.options);
    expect(existsSync(file)).toBe(false);
  });

  test("writes a page with a small picture of every photograph, and nothing where it may not", async () => {
    const page = folder.fresh("sets.html");
    const { status } = await runInside(["group", shootFolder, "--html", page]);
    const html = readFileSync(page, "utf8");
    const pictures = [...html.matchAll(/<img alt="" src="data:image\/jpeg;base64,([^"]*)"/g)];
    expect([status, pictures.length]).toEqual([0, 14]);
    for (const [, bytes] of pictures) expect(bytes.length).toBeLessThanOrEqual(8 * 1024);
    const size = await sharp(Buffer.from(pictures[0][1], "base64")).metadata();
    expect(Math.max(size.width, size.height)).toBeGreaterThanOrEqual(112);
    const again = await runInside(["group", shootFolder, "--html", page]);
    expect([again.status, again.stdout]).toEqual([exitCodes.io, ""]);
    expect((await runInside(["group", shootFolder, "--html", ""])).stderr).toContain("--html must be a path");
  });

  test.each([
    ["that is no JSON", "{groups:"],
    ["that is no list", '{"sets": []}'],
    ["with an empty group", "[[]]"],
    ["with something else than names", '[["a.jpg", 7]]'],
    ["that names an unknown file", '[["nowhere.jpg"]]'],
    ["that names a file twice", '[["IMG_0006.JPG"], ["IMG_0006.JPG"]]'],
  ])("refuses a groups file %s", async (_what, text) => {
    const file = folder.fresh("broken.json");
    writeFileSync(file, text);
    const { status, stderr, stdout } = await runInside(["group", "--groups", file, ...shootSet("kitchen")]);
    expect([status, stdout]).toEqual([exitCodes.input, ""]);
    expect(stderr).toMatch(/^lightwell group: .* \[input\/groups\]\n$/);
  });
});

describe("merge and develop", () => {
  test("write one picture of the format that its name says, with 16 bits where it holds them", async () => {
    const output = folder.fresh("merged.tif");
    const merged = await runInside(["merge", ...shootSet("kitchen"), "--output", output]);
    expect(merged).toMatchObject({ status: 0, stdout: `${output}\n`, stderr: "" });
    expect((await sharp(output).metadata()).depth).toBe("ushort");
    const png = folder.fresh("developed.png");
    const args = ["develop", "--json", shootSet("bedroom")[0], "--output", png];
    const { output: path, report } = documentOf(await runInside(args));
    expect([path, report.result.bitDepth]).toEqual([png, 16]);
  });

  test("take values that begin with a minus", async () => {
    const output = folder.fresh("dark.jpg");
    const args = ["develop", shootSet("bedroom")[1], "--raw-exposure", "-1", "--output", output, "--json"];
    expect(documentOf(await runInside(args)).report.options.decode.rawExposureEv).toBe(-1);
  });

  test("keep the view of the frame that --reference names, and refuse a name that no frame has", async () => {
    const bracket = await writeSmallBracket(folder.fresh("chosen"));
    const merge = (name: string) =>
      runInside(["merge", ...bracket, "--reference", name, "--json", "--output", folder.fresh("chosen.jpg")]);
    const last = bracket[bracket.length - 1];
    const { set } = documentOf(await merge(basename(last))).report;
    expect(set).toMatchObject({ reference: last, isReferenceChosen: true });
    const refused = await merge("another.jpg");
    expect(refused.status).toBe(exitCodes.input);
    expect(refused.stdout).toContain("another.jpg is unknown");
    const twins = [...bracket, ...(await writeSmallBracket(folder.fresh("twins")))];
    const args = ["merge", ...twins, "--reference", basename(last), "--output", folder.fresh("twins.jpg")];
    const ambiguous = await runInside(args);
    expect([ambiguous.status, ambiguous.stderr]).toEqual([
      exitCodes.input,
      expect.stringContaining("give more of the path"),
    ]);
  });

  test("report the options of their own stages and no others", async () => {
    const args = [
      "merge",
      ...(await writeSmallBracket(folder.fresh("bracket"))),
      "--json",
      "--output",
      folder.fresh("merged.jpg"),
    ];
    expect(Object.keys(documentOf(await runInside(args)).report.options).sort()).toEqual(
      Object.keys(mergeTables).sort(),
    );
  });
});

describe("enhance", () => {
  const outputDir = folder.fresh("enhanced");
  let first: CliResult;
  beforeAll(async () => {
    first = await runCli(["enhance", shootFolder, "--output-dir", outputDir, "--report", ...plainFlags]);
  });

  test("turns a folder into a picture and a report a set", () => {
    expect(first.status).toBe(0);
    const pictures = shootPlan.map(({ files }) => files[0].replace(/\.\w+$/, ".jpg")).sort();
    expect(
      readdirSync(outputDir)
        .filter((name) => name.endsWith(".jpg"))
        .sort(),
    ).toEqual(pictures);
    expect(resultsIn(outputDir)).toHaveLength(2 * pictures.length);
    const printed = first.stdout
      .trimEnd()
      .split("\n")
      .map((line) => basename(line.split("  (")[0]));
    expect(printed.sort()).toEqual(pictures);
    expect(first.stderr).toMatch(/^6 pictures in [\d.]+ (s|min) \(\w+ kernels\)$/m);
    expect(first.stderr).not.toMatch(/\r|failed/);
  });

  test("continues where it stopped, and refuses to replace existing pictures", async () => {
    const again = documentOf(
      await runInside(["enhance", shootFolder, "--output-dir", outputDir, "--resume", "--json", ...plainFlags]),
    );
    expect(again.outputs.map(({ skipped }: { skipped: boolean }) => skipped)).toEqual(Array(6).fill(true));
    const refused = await runCli(["enhance", shootFolder, "--output-dir", outputDir]);
    expect([refused.status, refused.stdout]).toEqual([exitCodes.io, ""]);
    const remedy = "continue with --resume or replace them with --overwrite";
    expect(refused.stderr).toBe(`6 pictures exist in ${outputDir}; ${remedy} [io/exists]\n`);
    expect(refused.ms).toBeLessThan(first.ms);
  });

  test("prints an event a line as pictures are done", async () => {
    const broken = folder.fresh("broken.jpg");
    writeFileSync(broken, "no picture");
    const args = ["enhance", shootFolder, broken, "--output-dir", outputDir, "--resume", "--ndjson", ...plainFlags];
    const { status, stdout, stderr } = await runInside(args);
    expect([status, stderr]).toEqual([1, ""]);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ event }) => event)).toEqual(["started", "failed", ...Array(6).fill("done"), "finished"]);
    expect(events[0]).toMatchObject({ pictures: 6 });
    expect(events[1]).toMatchObject({ file: broken, code: "input/not-an-image" });
    expect(events[2]).toMatchObject({ skipped: true, path: expect.stringContaining(outputDir) });
    expect(events.at(-1)).toMatchObject({ done: 6, skipped: 6, failed: 1 });
    const refused = await runInside([...args, "--json"]);
    expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([exitCodes.options, { event: "error" }]);
  });

  test("takes -o, and prints errors alone with -q", async () => {
    const [file] = shootSet("bedroom-desk");
    const out = folder.fresh();
    expect(await runInside(["enhance", file, "-q", "-o", out, ...plainFlags])).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(resultsIn(out)).toHaveLength(1);
    const verbose = await runInside(["enhance", file, "-v", "--overwrite", "-o", out]);
    expect(verbose.stderr).toMatch(/^ {2}\S.*\n {2}check: passed\n/);
    const refused = await runInside(["enhance", file, "-q", "-o", out]);
    expect([refused.status, refused.stderr.split("\n").length]).toEqual([exitCodes.io, 2]);
    expect(refused.stderr).toMatch(/^1 picture exists in .*; continue with --resume or replace it with --overwrite/);
  });

  test("reports verticals that it leaves alone as a note, shown with --verbose", async () => {
    const [flat, out] = [folder.fresh("flat.jpg"), folder.fresh()];
    const noise = { type: "gaussian", mean: 128, sigma: 12 } as const;
    await sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise } })
      .jpeg()
      .toFile(flat);
    const run = (...flags: string[]) =>
      runInside(["enhance", flat, "--overwrite", "--output-dir", out, ...plainFlags, ...flags]);
    expect((await run()).stderr).not.toContain("perspective/skipped");
    expect((await run("--verbose")).stderr).toMatch(/^ {2}note: perspective: .* \[perspective\/skipped\]$/m);
    const { notes, warnings } = documentOf(await run("--json")).outputs[0].report;
    const codesOf = (list: { code: string }[]) => list.map(({ code }) => code);
    expect([codesOf(notes), codesOf(warnings)]).toEqual([["perspective/skipped"], ["lens/no-profile"]]);
  });

  test("tells in a dry run what becomes of pictures that exist", async () => {
    const output = join(outputDir, "IMG_0013.jpg");
    const [file] = shootSet("bedroom-desk");
    const dry = (out: string, ...flags: string[]) =>
      runInside(["enhance", file, "--dry-run", "--output-dir", out, ...plainFlags, ...flags]).then(
        ({ stdout }) => stdout,
      );
    expect(await dry(outputDir)).toBe(`${output}  from  ${file}  (exists: would fail; --overwrite replaces it)\n`);
    expect(await dry(outputDir, "--overwrite")).toContain("(exists: would be replaced)");
    expect(await dry(outputDir, "--resume")).toContain("(done: would be skipped)");
    expect(await dry(folder.fresh())).not.toContain("exists");
    const jpeg = folder.fresh("own.jpg");
    writeFileSync(jpeg, await smallJpeg());
    const onto = await runInside(["enhance", jpeg, "--dry-run", "--overwrite", "--output-dir", join(jpeg, "..")]);
    expect(onto.stdout).toContain("is one of the originals: would fail");
  });

  test("names the flag that replaces", async () => {
    const [file] = shootSet("bedroom-desk");
    const { stderr } = await runInside(["enhance", file, "--output-dir", outputDir]);
    expect(stderr).toContain("--overwrite");
  });

  test("leaves out its own earlier results in the folder of the originals, and says so", async () => {
    const shoot = folder.fresh("small shoot");
    await writeSmallBracket(shoot);
    const args = ["enhance", shoot, "--output-dir", shoot, "--report", "--format", "webp", ...plainFlags];
    const first = await runInside(args);
    expect([first.status, first.stdout.match(/\n/g)?.length]).toEqual([0, 1]);
    const files = readdirSync(shoot);
    const again = await runInside([...args, "--resume"]);
    expect(again.stdout).toBe(first.stdout.replace("3 frames", "exists already"));
    expect(again.stderr).toMatch(/IMG_0006\.webp is a result of an earlier run .*group\/own-results/);
    expect(readdirSync(shoot)).toEqual(files);
    const grouped = await runInside(["group", shoot]);
    expect([grouped.stdout.includes("webp"), grouped.stderr.includes("own-results")]).toEqual([false, true]);
  });

  test("takes its own results where they are named, or all that there is", async () => {
    const shoot = folder.fresh("small shoot");
    await writeSmallBracket(shoot);
    const out = folder.fresh("own");
    await runInside(["enhance", shoot, "--output-dir", out, ...plainFlags]);
    const result = join(out, resultsIn(out)[0]);
    for (const path of [out, result])
      expect((await runInside(["group", path])).stdout).toMatch(/\n0 brackets, 1 single photograph /);
    expect((await runInside(["group", "--why", shoot, result])).stdout).toContain(result);
  });

  test("says what it passes over, and takes folders within folders into folders of the same names", async () => {
    const shoot = folder.copyOf(shootSet("bedroom-desk"));
    mkdirSync(join(shoot, "attic", "left"), { recursive: true });
    for (const way of ["attic", "attic/left"])
      writeFileSync(join(shoot, way, "IMG_0013.jpg"), await smallJpeg(100 + way.length));
    const flat = await runInside(["enhance", shoot, "--output-dir", join(shoot, "results"), ...plainFlags]);
    expect([flat.status, flat.stdout.match(/\n/g)?.length]).toEqual([0, 1]);
    expect(flat.stderr).toMatch(/warning: skipped: 1 folder \(.*attic\), which --recursive searches/);
    const deep = folder.fresh();
    const { status, stdout, stderr } = await runInside([
      "enhance",
      shoot,
      "--recursive",
      "--output-dir",
      deep,
      ...plainFlags,
    ]);
    const made = ["IMG_0013.jpg", "attic/IMG_0013.jpg", "attic/left/IMG_0013.jpg"].map((way) => join(deep, way));
    expect([status, made.map((path) => [existsSync(path), stdout.includes(path)])]).toEqual([
      0,
      made.map(() => [true, true]),
    ]);
    expect(stderr).not.toContain("skipped:");
    const grouped = documentOf(await runInside(["group", "--json", "--recursive", shoot]));
    expect(grouped.groups).toHaveLength(3);
  });

  test("refuses sets by hand together with sets of a fixed size", async () => {
    const groups = folder.fresh("groups.json");
    writeFileSync(groups, JSON.stringify([shootSet("kitchen")]));
    const args = ["--groups", groups, "--bracket-size", "3", shootFolder];
    for (const command of [["group"], ["enhance", "--output-dir", folder.fresh()]]) {
      const { status, stderr } = await runInside([...command, ...args]);
      expect([status, stderr]).toEqual([exitCodes.options, expect.stringContaining("[options/conflict]")]);
    }
  });

  test("leaves a picture standing whose report cannot get its name, and does not count it as failed", async () => {
    const [file] = shootSet("bedroom-desk");
    const out = folder.fresh();
    mkdirSync(out);
    symlinkSync("nowhere", join(out, "IMG_0013.jpg.json"));
    const { status, stderr } = await runInside(["enhance", file, "--output-dir", out, "--report", ...plainFlags]);
    expect([status, existsSync(join(out, "IMG_0013.jpg"))]).toEqual([0, true]);
    expect(stderr).toContain("[output/report-missing]");
    expect(stderr).toMatch(/^1 picture in /m);
  });

  test("repeats at the end what could not be done for some sets", async () => {
    const shoot = folder.copyOf(shootSet("bedroom-desk"));
    writeFileSync(join(shoot, "a.jpg"), await smallJpeg(90));
    writeFileSync(join(shoot, "b.jpg"), await smallJpeg(160, 100, 100));
    const args = ["--output-dir", folder.fresh(), "--bracket-size", "2", ...plainFlags];
    const { stderr } = await runInside(["enhance", shoot, ...args]);
    const last = stderr.trimEnd().split("\n").slice(-3).join("\n");
    expect(stderr).toMatch(/warning: .*\[group\/mixed\]/);
    expect(last).toMatch(/not made: .*\[input\/mismatch\]/);
  });

  test("does the rest and ends with 1 where some files fail", async () => {
    const shoot = folder.copyOf(shootSet("bedroom-desk"));
    writeFileSync(join(shoot, "broken.jpg"), "no picture");
    const out = folder.fresh();
    const { status, stdout, stderr } = await runInside(["enhance", shoot, "--output-dir", out, ...plainFlags]);
    expect(status).toBe(1);
    expect(stdout).toBe(`${join(out, "IMG_0013.jpg")}  (1 frame)\n`);
    expect(stderr).toMatch(
      /^failed: .*broken\.jpg: .*\[input\/not-an-image\]\nnot made: .*broken\.jpg: .*\[input\/not-an-image\]\n1 picture, 1 failed in/,
    );
  });
});

describe("names", () => {
  const odd = [
    "with space.jpg",
    "-dash.jpg",
    "ünï 漢字 🏠.jpg",
    "line\nbreak.jpg",
    "tab\t\x1b[31m.jpg",
    "100%$HOME @x.jpg",
    "'q\"u`ote.jpg",
    "#.jpg",
  ];
  let shoot: string;
  beforeAll(async () => {
    shoot = folder.fresh("odd names");
    mkdirSync(shoot);
    for (const [i, name] of odd.entries()) writeFileSync(join(shoot, name), await smallJpeg(40 + 20 * i));
  });

  test("of any kind pass through a whole folder", async () => {
    const out = folder.fresh("odd out");
    const result = await runInside([
      "enhance",
      shoot,
      "--output-dir",
      out,
      "--bracket-size",
      "1",
      "--json",
      ...plainFlags,
    ]);
    expect(result.status).toBe(0);
    expect(documentOf(result).failed).toEqual([]);
    expect(resultsIn(out)).toEqual([...odd].sort());
  });

  test("cannot write control characters to the terminal", async () => {
    const out = folder.fresh("odd out");
    for (const args of [
      ["inspect"],
      ["group"],
      ["enhance", "--bracket-size", "1", "--output-dir", out, ...plainFlags],
    ]) {
      const { status, stdout, stderr } = await runInside([...args, shoot]);
      expect(status).toBe(0);
      expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]/u);
      expect(stdout).toContain("line\\x0abreak.jpg");
    }
  });

  test("that begin with a dash are taken after -- or with ./ before them, and the hint says so", async () => {
    for (const args of [["--", "-dash.jpg"], ["./-dash.jpg"]])
      expect((await runInside(["inspect", ...args], { cwd: shoot })).status).toBe(0);
    const { status, stderr } = await runInside(["inspect", "-dash.jpg"], { cwd: shoot });
    expect(status).toBe(exitCodes.options);
    expect(stderr).toContain("./-dash.jpg");
  });

  test("as long as the disk allows take a report, and another extension", async () => {
    const names = ["a", "b"].map((end) => `${"ü".repeat(125)}${end}.jpg`);
    const shoot = folder.fresh("long names");
    mkdirSync(shoot);
    for (const [i, name] of names.entries()) writeFileSync(join(shoot, name), await smallJpeg(90 + 60 * i));
    const args = ["enhance", shoot, "--report", "--bracket-size", "1", ...plainFlags];
    const [out, webp] = [folder.fresh(), folder.fresh()];
    expect((await runInside([...args, "--output-dir", out])).status).toBe(0);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(names));
    expect(readdirSync(out).filter((name) => name.endsWith(".json"))).toHaveLength(2);
    expect((await runInside([...args, "--output-dir", webp, "--format", "webp"])).status).toBe(0);
    expect(resultsIn(webp)).toHaveLength(4);
  });

  test("given twice, also by a folder and another spelling, count once", async () => {
    const [file] = shootSet("kitchen");
    const copy = folder.copyOf([file]);
    const args = [
      "inspect",
      "--json",
      copy,
      join(copy, basename(file)),
      `${copy}/./${basename(file)}`,
      `${copy}/../${basename(copy)}`,
    ];
    expect(documentOf(await runInside(args)).files).toHaveLength(1);
  });
});

describe("errors", () => {
  const missing = folder.fresh("missing.jpg");
  const notes = folder.fresh("notes.txt");
  const file = folder.fresh("a-file");
  const empty = folder.fresh("empty");
  const outer = folder.fresh("outer");
  const small = folder.fresh("small.jpg");
  const out = folder.fresh("none");
  beforeAll(async () => {
    writeFileSync(notes, "no picture");
    writeFileSync(file, "x");
    mkdirSync(empty);
    mkdirSync(join(outer, "card"), { recursive: true });
    writeFileSync(small, await smallJpeg());
    cpSync(notes, join(empty, "notes.txt"));
  });

  test("have an exit code for every kind, all different except for success and partial success", () => {
    expect(Object.keys(exitCodes).sort()).toEqual([...errorKinds].sort());
    expect(new Set([0, 1, ...Object.values(exitCodes)]).size).toBe(errorKinds.length + 2);
  });

  test.each([
    ["an unknown command", () => ["enhnce"], "options", "did you mean enhance?"],
    ["a command like no other", () => ["frobnicate"], "options", "; lightwell --help lists all ["],
    ["a flag like no other", () => ["inspect", "--frobnicate", small], "options", "; --help all lists every flag ["],
    ["an unknown flag", () => ["enhance", "--ouput-dir", "x"], "options", "did you mean --output-dir"],
    ["a flag of another command", () => ["inspect", "--quality", "3", small], "options", "--quality"],
    ["a missing needed flag", () => ["enhance", small], "options", "--output-dir is needed"],
    ["no file", () => ["inspect"], "options", "at least one file"],
    ["two files for develop", () => ["develop", small, notes, "--output", out], "options", "one file"],
    ["a value that looks like a flag", () => ["merge", small, "--output", "-o.jpg"], "options", "--output=-VALUE"],
    ["a flag without its value", () => ["enhance", small, "--output-dir"], "options", "--output-dir"],
    ["a value for a switch", () => ["enhance", small, "--output-dir", out, "--resume=1"], "options", "--resume"],
    [
      "a word for a number",
      () => ["enhance", small, "--output-dir", out, "--quality", "best"],
      "options",
      "--quality must be a whole number, 1 to 100",
    ],
    [
      "a number out of range",
      () => ["enhance", small, "--output-dir", out, "--quality", "101"],
      "options",
      "enhance: --quality must be a whole number, 1 to 100",
    ],
    [
      "an option of two words out of range",
      () => ["enhance", small, "--output-dir", out, "--bracket-size", "99"],
      "options",
      "enhance: --bracket-size must be a whole number, 0 to 25",
    ],
    [
      "a choice that is none",
      () => ["enhance", small, "--output-dir", out, "--format", "bmp"],
      "options",
      "jpeg | png",
    ],
    ["an output of no format", () => ["develop", small, "--output", "x.bmp"], "options", "x.bmp"],
    ["an empty output", () => ["develop", small, "--output", ""], "options", "output"],
    ["a missing file", () => ["inspect", missing], "io", missing],
    ["a missing file to develop", () => ["develop", missing, "--output", `${out}.jpg`], "io", missing],
    ["a missing groups file", () => ["group", small, "--groups", missing], "io", missing],
    ["a file that is no picture", () => ["inspect", notes], "input", notes],
    ["a folder without photographs", () => ["enhance", empty, "--output-dir", out], "input", "no photographs"],
    ["a folder of folders alone", () => ["group", outer], "input", join(outer, "card")],
    [
      "more pixels than allowed",
      () => ["develop", small, "--max-pixels", "100", "--output", `${out}.jpg`],
      "limits",
      "100 pixels",
    ],
    ["an output folder that is a file", () => ["enhance", small, "--output-dir", file], "io", file],
    ["an output folder below a file", () => ["enhance", small, "--output-dir", join(file, "x")], "io", file],
    [
      "an output folder without permission to write",
      () => ["enhance", small, "--output-dir", "/proc/lightwell"],
      "io",
      "/proc/lightwell",
    ],
  ] as const)("report %s in one line and by the exit code", async (_what, args, kind, named) => {
    const text = await runInside(args());
    const json = await runInside([...args(), "--json"]);
    expect(text).toMatchObject({ status: exitCodes[kind], stdout: "" });
    const line = text.stderr.split("\n")[0];
    expect(line).toContain(named);
    expect(line).toMatch(/ \[[a-z/-]+\]$/);
    expect(text.stderr).not.toMatch(/undefined|\bat .*\.js:|Error:|node:internal/);
    expect(json.status).toBe(exitCodes[kind]);
    expect(json.stderr).toBe("");
    const document = JSON.parse(json.stdout);
    expect(JSON.stringify(document)).toContain(`"kind":"${kind}"`);
  });

  test.each([
    ["options", () => ["enhance", small, "--output-dir", out, "--quality", "101"]],
    ["input", () => ["group", outer]],
    ["io", () => ["inspect", missing]],
    ["limits", () => ["develop", small, "--max-pixels", "100", "--output", `${out}.jpg`]],
  ] as const)("of kind %s end a process as they end a call inside", async (kind, args) => {
    for (const flags of [[], ["--json"]]) {
      const { ms: _, ...process } = await runCli([...args(), ...flags]);
      expect(process).toEqual(await runInside([...args(), ...flags]));
      expect(process.status).toBe(exitCodes[kind]);
    }
  });

  test("leave nothing behind", () => {
    expect(readdirSync(folder.path).filter((name) => name.startsWith(basename(out)))).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe("x");
  });
});
