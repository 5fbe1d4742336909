import { describe, expect, test } from "vitest";
import { NdjsonPrinter, TextPrinter } from "../../src/cli/run-printers.ts";
import { Tally } from "../../src/cli/run-tally.ts";
import { EngineError, type ErrorCode, type WarningCode } from "../../src/errors/index.ts";
import type { BatchEvent, SetSummary } from "../../src/pipeline/calls/index.ts";
import type { Report } from "../../src/pipeline/making/index.ts";

type Existing = NonNullable<SetSummary["existing"]>;

function setOf(index: number, existing?: Existing): SetSummary {
  const set = { index, files: [`${index}.jpg`], kind: "single", reasons: [], confidence: 1, flags: [] } as const;
  return existing ? { ...set, existing } : set;
}

const grouped = (...sets: SetSummary[]): BatchEvent => ({
  type: "grouped",
  sets,
  failed: [],
  unused: [],
  warnings: [],
});
const finished = (set: SetSummary, skipped = false): BatchEvent => ({ type: "finished", set, skipped, path: "a.jpg" });
const failed = (set: SetSummary, code: ErrorCode): BatchEvent => ({
  type: "failed",
  set,
  error: new EngineError(code, "no"),
});

interface Settings {
  readonly resume?: boolean;
  readonly interactive?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** What is printed of events a second apart. */
function printed(
  events: readonly BatchEvent[],
  { resume = false, interactive = false, verbose = false, quiet = false }: Settings = {},
) {
  let [stdout, stderr, now] = ["", "", 0];
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      stderr += text;
    },
    interactive,
    verbose,
    quiet,
  };
  const tally = new Tally([], () => now);
  const printer = new TextPrinter(streams, { outputDir: "out", dryRun: false, resume });
  for (const event of events) {
    now += 1000;
    tally.count(event);
    printer.show(event, tally);
  }
  printer.end(tally, "native");
  return { stdout, stderr };
}

describe("pictures that exist", () => {
  const [a, b, c] = [setOf(0, "refuse"), setOf(1, "refuse"), setOf(2)];

  test("are one line where nothing else happened", () => {
    const { stderr } = printed([grouped(a, b), failed(a, "io/exists"), failed(b, "io/exists")]);
    expect(stderr).toBe(
      "2 pictures exist in out; continue with --resume or replace them with --overwrite [io/exists]\n",
    );
  });

  test("and photographs that are in no picture are listed once, with the reason", () => {
    const unused = { file: "c+.jpg", reason: "a second file" };
    const { stderr } = printed([{ ...grouped(c), type: "grouped", unused: [unused] } as BatchEvent, finished(c)]);
    expect(stderr).toBe("1 photograph is in no picture:\n  c+.jpg: a second file\n1 picture in 2 s (native kernels)\n");
  });

  test("are counted next to those that were made", () => {
    const { stdout, stderr } = printed([grouped(a, c), failed(a, "io/exists"), finished(c)]);
    expect(stdout).toBe("a.jpg  (1 frame)\n");
    expect(stderr).toBe(
      "1 picture exists in out; continue with --resume or replace it with --overwrite [io/exists]\n1 picture, 1 not replaced in 3 s (native kernels)\n",
    );
  });

  test("that --resume left do not ask for it again", () => {
    const { stderr } = printed([grouped(a), failed(a, "io/exists")], { resume: true });
    expect(stderr).toBe("1 picture exists in out; replace it with --overwrite [io/exists]\n");
  });

  test("that are not of this program are reported one by one", () => {
    const foreign = setOf(0, "foreign");
    const { stderr } = printed([grouped(foreign), failed(foreign, "io/exists")]);
    expect(stderr).toMatch(/^failed: 0\.jpg: no \[io\/exists\]\n/);
  });
});

describe("a warning with one cause for all pictures", () => {
  const sets = [setOf(0), setOf(1), setOf(2)];
  const withWarnings = (set: SetSummary, ...codes: WarningCode[]): BatchEvent => {
    const warnings = codes.map((code) => ({ code, message: `${code} of ${set.index}` }));
    const report = { warnings, notes: [], operations: [], check: undefined } as unknown as Report;
    return { type: "finished", set, skipped: false, path: `${set.index}.jpg`, report };
  };
  const events = [
    grouped(...sets),
    withWarnings(sets[0], "metadata/no-perl", "metadata/no-perl"),
    withWarnings(sets[1], "metadata/no-perl", "lens/ambiguous"),
    withWarnings(sets[2]),
  ];

  test("is printed once, with the number of pictures", () => {
    expect(printed(events).stderr.split("\n")).toEqual([
      "  warning: lens/ambiguous of 1 [lens/ambiguous]",
      "warning: perl is missing, so some metadata were not read or not written (2 of 3 pictures; --report and --verbose name them). Install perl and run the command again. [metadata/no-perl]",
      "lens/ambiguous in 1 of 3, first 1.jpg",
      "3 pictures in 4 s (native kernels)",
      "",
    ]);
  });

  test("appears with each picture too under --verbose", () => {
    const { stderr } = printed(events, { verbose: true });
    expect(stderr).toContain("  warning: metadata/no-perl of 0 [metadata/no-perl]\n");
    expect(stderr.match(/perl is missing/g)).toHaveLength(1);
  });

  test("is not printed where only errors are", () => {
    expect(printed(events, { quiet: true }).stderr).toBe("");
  });
});

describe("the time left", () => {
  const sets = [setOf(0), setOf(1), setOf(2)];
  const started = (set: SetSummary): BatchEvent => ({ type: "started", set });
  const halfway = (set: SetSummary): BatchEvent => ({ type: "progress", set, step: "merge", done: 5, total: 10 });

  test("follows the pace of the sets done, in a terminal alone", () => {
    const events = [grouped(...sets), started(sets[0]), finished(sets[0]), started(sets[1]), halfway(sets[1])];
    expect(printed(events, { interactive: true }).stderr).toContain("1/3 merge, 3 s left");
    expect(printed(events).stderr).toBe("1 picture in 5 s (native kernels)\n");
  });

  test("is not estimated from skipped pictures, nor from little", () => {
    const events = [grouped(...sets), finished(sets[0], true), started(sets[1])];
    expect(printed(events, { interactive: true }).stderr).not.toContain(" left");
    expect(printed(events, { interactive: true }).stderr).toMatch(/1\/3 starting\s/);
  });
});

test("events for programs are one JSON object a line", () => {
  const lines: string[] = [];
  const printer = new NdjsonPrinter({ out: (text) => lines.push(text), err: () => {}, interactive: false });
  const tally = new Tally([], () => 0);
  const [a, b] = [setOf(0), setOf(1)];
  for (const event of [grouped(a, b), finished(a), failed(b, "input/corrupt")]) {
    tally.count(event);
    printer.show(event, tally);
  }
  printer.end(tally, "wasm");
  expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "started", pictures: 2, warnings: [] },
    { event: "done", set: 0, path: "a.jpg", files: ["0.jpg"], skipped: false },
    { event: "failed", set: 1, file: "1.jpg", code: "input/corrupt", kind: "input", message: "no" },
    { event: "finished", done: 1, skipped: 0, failed: 1, unused: [], seconds: 0, kernels: "wasm" },
  ]);
});
