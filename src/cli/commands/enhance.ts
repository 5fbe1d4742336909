import type { Warning } from "../../errors/index.ts";
import type { BatchEvent, SetSummary } from "../../pipeline/calls/index.ts";
import type { FailedFile } from "../../pipeline/finding/index.ts";
import { engineOptions, enhanceTables } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { failureExitCode, failureJson } from "../failures.ts";
import { findPhotographs, recursiveFlag } from "../find-photographs.ts";
import { groupsFlag, isOnlyThese, readGroupsFile } from "../groups-file.ts";
import { matchFlag, readLook } from "../look-files.ts";
import { checkLine, errorLine, ProgressLine, printable, type Streams, warningLine } from "../print.ts";
import { isShootPage } from "../shoot-page.ts";
import { checkTextOutputs } from "../text-output.ts";
import { writeShootPage } from "../write-shoot-page.ts";

export const enhanceCommand: Command = {
  name: "enhance",
  usage: "[FLAGS] PATH… --output-dir DIR",
  summary: "Turns a shoot into finished pictures: groups, merges, corrects and tones",
  tables: { ...enhanceTables, engine: engineOptions },
  common: [
    "output-dir",
    "style",
    "match",
    "format",
    "quality",
    "max-width",
    "perspective",
    "bracket-size",
    "recursive",
    "resume",
    "overwrite",
    "dry-run",
    "html",
    "report",
  ],
  examples: [
    "lightwell enhance shoot -o finished",
    "lightwell enhance shoot -o finished --resume",
    "lightwell enhance shoot -o finished --style warm --format webp --max-width 3000",
  ],
  flags: {
    "output-dir": {
      type: "string",
      short: "o",
      value: "DIR",
      doc: "Folder for the pictures, named after the first frame of each set",
      required: true,
    },
    groups: groupsFlag,
    recursive: recursiveFlag,
    match: matchFlag,
    report: { type: "boolean", doc: "Also write a JSON beside each picture that explains every decision" },
    html: {
      type: "string",
      value: "FILE.html",
      doc: "Also write a page of the run: every set before and after, what was done and found, and with --debug-dir what is where; pictures to make again can be marked there",
    },
    resume: {
      type: "boolean",
      doc: "Leave sets alone whose picture was made of the same photographs with the same options, and make the others",
    },
    "dry-run": {
      type: "boolean",
      doc: "Only say which sets would make which pictures, and what would become of pictures that exist",
    },
    json: jsonFlag,
  },
  async run({ paths, options, own }, streams, signal) {
    const outputDir = String(own["output-dir"]);
    const found = await findPhotographs(paths, own, outputDir);
    const { folders, warnings } = found;
    const list = own["groups"];
    const groups = typeof list === "string" ? await readGroupsFile(list, found.files) : undefined;
    const only = groups && typeof list === "string" && (await isOnlyThese(list)) ? new Set(groups.flat()) : undefined;
    const isMeant = (file: string) => only?.has(file) ?? true;
    const files = found.files.filter(isMeant);
    const page = typeof own["html"] === "string" && own["dry-run"] !== true ? own["html"] : undefined;
    const overwrite = options["overwrite"] === true || own["resume"] === true;
    if (page !== undefined) await checkTextOutputs([{ path: page, isSameKind: isShootPage }], files, overwrite, signal);
    const start = performance.now();
    return withEngine(options, async (engine, rest) => {
      const printer = own["json"] ? new JsonPrinter(streams) : new TextPrinter(streams, own["dry-run"] === true);
      const look = typeof own["match"] === "string" ? await readLook(own["match"], engine, signal) : undefined;
      const batch = engine.enhanceBatch(files, {
        ...rest,
        signal,
        outputDir,
        resume: own["resume"] === true,
        dryRun: own["dry-run"] === true,
        report: own["report"] === true,
        foundInFolders: found.foundInFolders.filter(isMeant),
        folders,
        ...(look ? { look } : {}),
        ...(groups ? { groups } : {}),
      });
      const tally = new Tally(warnings);
      for await (const event of batch) {
        tally.count(event);
        printer.show(event, tally);
      }
      printer.end(tally, engine.kernels);
      if (page !== undefined) {
        const { sets, finished, failedSets, failedFiles } = tally;
        const seconds = (performance.now() - start) / 1000;
        const debugDir = options["debugDir"];
        const debug = typeof debugDir === "string" && debugDir !== "" ? { debugDir } : {};
        const run = { sets, finished, failedSets, failedFiles, seconds, ...debug };
        await writeShootPage(page, run, engine, { overwrite, signal });
      }
      return failureExitCode([...tally.failedFiles, ...tally.failedSets], tally.total);
    });
  },
};

/** What the run has come to so far. */
class Tally {
  sets: readonly SetSummary[] = [];
  /** Of the call, not of a set. */
  warnings: readonly Warning[];
  failedFiles: readonly FailedFile[] = [];
  readonly finished: Extract<BatchEvent, { type: "finished" }>[] = [];
  readonly failedSets: Extract<BatchEvent, { type: "failed" }>[] = [];
  readonly #steps = new Map<number, number>();

  constructor(warnings: readonly Warning[]) {
    this.warnings = warnings;
  }

  /** Things that can fail: files that never made a set, and sets. */
  get total(): number {
    return this.sets.length + this.failedFiles.length;
  }

  /** Sets done, with the running ones counted by their steps. */
  get progress(): number {
    let partial = 0;
    for (const share of this.#steps.values()) partial += share;
    return this.finished.length + this.failedSets.length + partial;
  }

  count(event: BatchEvent): void {
    if (event.type === "grouped") {
      this.sets = event.sets;
      this.failedFiles = event.failed;
      this.warnings = [...this.warnings, ...event.warnings];
    } else if (event.type === "progress") {
      this.#steps.set(event.set.index, event.done / event.total);
    } else if (event.type !== "started") {
      this.#steps.delete(event.set.index);
      if (event.type === "finished") this.finished.push(event);
      else this.failedSets.push(event);
    }
  }
}

/** What a dry run says of a set whose output exists. */
const existingWords: Readonly<Record<NonNullable<SetSummary["existing"]>, string>> = {
  skip: "is done: would be left alone",
  replace: "exists: would be replaced",
  refuse: "exists: would fail; --overwrite replaces it",
  foreign:
    "exists and is no result of lightwell, or was edited since: would fail; choose another folder or move it away",
  original: "is one of the originals: would fail; choose another folder",
};

/** For people: a line a picture on stdout, warnings and errors on stderr, progress where stderr is a terminal. */
class TextPrinter {
  readonly #streams: Streams;
  readonly #progress: ProgressLine;
  readonly #dryRun: boolean;
  readonly #start = performance.now();

  constructor(streams: Streams, dryRun: boolean) {
    this.#streams = streams;
    this.#progress = new ProgressLine(streams);
    this.#dryRun = dryRun;
    this.#progress.show(0, 1, "looking at the files");
  }

  show(event: BatchEvent, tally: Tally): void {
    const { out, err } = this.#streams;
    if (event.type === "progress" || event.type === "started") {
      const step = event.type === "progress" ? event.step : "starting";
      this.#progress.show(tally.progress, tally.sets.length, `${tally.finished.length}/${tally.sets.length} ${step}`);
      return;
    }
    this.#progress.clear();
    if (event.type === "grouped") {
      for (const { file, error } of event.failed) err(`failed: ${errorLine(error, file)}\n`);
      for (const warning of tally.warnings) err(`${warningLine(warning)}\n`);
      if (this.#dryRun)
        for (const { output = "", files, existing } of event.sets)
          out(
            `${printable(output)}  from  ${files.map(printable).join(", ")}${existing ? `  (${existingWords[existing]})` : ""}\n`,
          );
    } else if (event.type === "failed") {
      // The run ends with one line of its own.
      if (event.error.kind === "cancelled") return;
      err(`failed: ${errorLine(event.error, event.set.files[0])}\n`);
    } else {
      const frames = event.set.files.length > 1 ? `${event.set.files.length} frames` : "1 frame";
      out(`${printable(event.path ?? "")}  (${event.skipped ? "exists already" : frames})\n`);
      if (event.report?.check) err(`  ${checkLine(event.report.check)}\n`);
      for (const warning of event.report?.warnings ?? []) err(`  ${warningLine(warning)}\n`);
    }
  }

  end(tally: Tally, kernels: string): void {
    this.#progress.clear();
    if (this.#dryRun) return;
    if (tally.total > 1 && tally.finished.length > 0)
      for (const line of undoneLines(tally)) this.#streams.err(`${line}\n`);
    const failed = tally.failedSets.length + tally.failedFiles.length;
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    const skipped = tally.finished.filter((event) => event.skipped).length;
    const made = tally.finished.length - skipped;
    const parts = [
      `${made} ${made === 1 ? "picture" : "pictures"}`,
      skipped ? `${skipped} left alone` : "",
      failed ? `${failed} failed` : "",
    ];
    this.#streams.err(`${parts.filter(Boolean).join(", ")} in ${seconds} s (${kernels} kernels)\n`);
  }
}

/**
 * What could not be done for some sets, for the end of a long run: every failure again, and what was told of pictures,
 * by its code with the number of pictures.
 */
function undoneLines({ failedFiles, failedSets, finished }: Tally): string[] {
  const counts = new Map<string, { pictures: number; first: string }>();
  for (const { path = "", report } of finished)
    for (const code of new Set(report?.warnings.map((warning) => warning.code))) {
      const { pictures, first } = counts.get(code) ?? { pictures: 0, first: path };
      counts.set(code, { pictures: pictures + 1, first });
    }
  const failures = [
    ...failedFiles.map(({ file, error }) => errorLine(error, file)),
    ...failedSets
      .filter(({ error }) => error.kind !== "cancelled")
      .map(({ set, error }) => errorLine(error, set.files[0])),
  ];
  return [
    ...[...counts]
      .sort((a, b) => b[1].pictures - a[1].pictures || (a[0] < b[0] ? -1 : 1))
      .map(([code, { pictures, first }]) => `${code} in ${pictures} of ${finished.length}, first ${printable(first)}`),
    ...failures.map((line) => `not made: ${line}`),
  ];
}

/** For programs: one document when all is done. */
class JsonPrinter {
  readonly #streams: Streams;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  show(): void {}

  end(tally: Tally, kernels: string): void {
    const outputs = tally.finished.map(({ set, path, skipped, report, earlier }) => ({
      set: set.index,
      path,
      skipped,
      ...(report ? { timingsMs: report.timingsMs, warnings: report.warnings, report } : {}),
      ...(earlier ? { earlier } : {}),
    }));
    const failedSets = tally.failedSets.map(({ set, error }) => ({
      set: set.index,
      ...failureJson({ file: set.files[0], error }),
    }));
    const document = {
      groups: tally.sets,
      outputs: outputs.sort((a, b) => a.set - b.set),
      failed: [...tally.failedFiles.map(failureJson), ...failedSets],
      warnings: tally.warnings,
      kernels,
    };
    this.#streams.out(`${JSON.stringify(document, null, 2)}\n`);
  }
}
