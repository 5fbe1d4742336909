import { sharedCauseOf, warningCodes } from "../errors/index.ts";
import type { BatchEvent, SetSummary } from "../pipeline/calls/index.ts";
import type { Report } from "../pipeline/making/index.ts";
import { failureJson } from "./failures.ts";
import {
  counted,
  duration,
  errorLine,
  ProgressLine,
  printAbout,
  printable,
  type Streams,
  warningLine,
} from "./print.ts";
import { type FinishedSet, isRefused, type Tally } from "./run-tally.ts";

/** Prints a run of `enhance`. */
export interface RunPrinter {
  show(event: BatchEvent, tally: Tally): void;
  end(tally: Tally, kernels: string): void;
  /** Removes the progress line. */
  clear?(): void;
}

/** Requested options that affect the text. */
interface Asked {
  readonly outputDir: string;
  readonly dryRun: boolean;
  readonly resume: boolean;
  /** Whether the run repeats an earlier one over the same files and does not list skipped sets. */
  readonly again?: boolean;
}

/** Messages of a dry run about sets whose output exists. */
const existingWords: Readonly<Record<NonNullable<SetSummary["existing"]>, string>> = {
  skip: "done: would be skipped",
  replace: "exists: would be replaced",
  refuse: "exists: would fail; --overwrite replaces it",
  foreign:
    "exists and was not made by lightwell, or was edited since: would fail; choose another folder or move it away",
  original: "is one of the originals: would fail; choose another folder",
};

/**
 * Output for people: one line per picture on stdout, warnings and errors on stderr, progress if stderr is a terminal.
 */
export class TextPrinter implements RunPrinter {
  readonly #streams: Streams;
  readonly #progress: ProgressLine;
  readonly #asked: Asked;

  constructor(streams: Streams, asked: Asked) {
    this.#streams = streams;
    this.#progress = new ProgressLine(streams);
    this.#asked = asked;
    this.#progress.show(0, 1, "looking at the files");
  }

  show(event: BatchEvent, tally: Tally): void {
    const { out, err, quiet, verbose } = this.#streams;
    if (event.type === "progress" || event.type === "started") {
      const step = event.type === "progress" ? event.step : "starting";
      const left = tally.secondsLeft;
      const time = left === undefined ? "" : `, ${duration(Math.ceil(left))} left`;
      this.#progress.show(
        tally.progress,
        tally.sets.length,
        `${tally.finished.length}/${tally.sets.length} ${step}${time}`,
      );
      return;
    }
    this.#progress.clear();
    if (event.type === "grouped") {
      for (const { file, error } of event.failed) err(`failed: ${errorLine(error, file)}\n`);
      if (!quiet) for (const warning of tally.warnings) err(`${warningLine(warning)}\n`);
      if (this.#asked.dryRun) for (const set of event.sets) out(`${planLine(set)}\n`);
    } else if (event.type === "failed") {
      // One line reports it at the end of the run.
      if (event.error.kind === "cancelled" || isRefused(event)) return;
      err(`failed: ${errorLine(event.error, event.set.files[0])}\n`);
    } else {
      const frames = event.set.files.length > 1 ? `${event.set.files.length} frames` : "1 frame";
      if (!quiet && !(event.skipped && this.#asked.again))
        out(`${printable(event.path ?? "")}  (${event.skipped ? "exists already" : frames})\n`);
      if (event.report) printAbout(verbose ? event.report : withoutShared(event.report), this.#streams, "  ");
    }
  }

  clear(): void {
    this.#progress.clear();
  }

  end(tally: Tally, kernels: string): void {
    this.clear();
    if (this.#asked.dryRun) return;
    const { err, quiet } = this.#streams;
    const refused = tally.refused.length;
    if (!quiet) for (const line of sharedLines(tally)) err(`${line}\n`);
    if (tally.total > 1 && tally.finished.length > 0) for (const line of undoneLines(tally, quiet)) err(`${line}\n`);
    if (!quiet) for (const line of unusedLines(tally)) err(`${line}\n`);
    if (refused > 0) err(`${refusedLine(refused, this.#asked)}\n`);
    if (quiet || refused === tally.total) return;
    const made = tally.finished.length - tally.skipped;
    const failed = tally.failedSets.length + tally.failedFiles.length - refused;
    const parts = [
      counted(made, "picture"),
      tally.skipped ? `${tally.skipped} skipped` : "",
      refused ? `${refused} not replaced` : "",
      failed ? `${failed} failed` : "",
    ];
    err(`${parts.filter(Boolean).join(", ")} in ${duration(tally.seconds)} (${kernels} kernels)\n`);
  }
}

function planLine({ output = "", files, existing }: SetSummary): string {
  const becomes = existing ? `  (${existingWords[existing]})` : "";
  return `${printable(output)}  from  ${files.map(printable).join(", ")}${becomes}`;
}

function refusedLine(count: number, { outputDir, resume }: Asked): string {
  const [exist, them] = count === 1 ? ["1 picture exists", "it"] : [`${count} pictures exist`, "them"];
  const remedy = `${resume ? "" : "continue with --resume or "}replace ${them} with --overwrite`;
  return `${exist} in ${printable(outputDir)}; ${remedy} [io/exists]`;
}

/** A report without the warnings that {@link sharedLines} prints. */
function withoutShared(report: Report): Report {
  return { ...report, warnings: report.warnings.filter(({ code }) => sharedCauseOf(code) === undefined) };
}

/** Warnings with the same cause for all pictures: one line each, with the number of affected pictures. */
function sharedLines({ finished }: Tally): string[] {
  const made = finished.flatMap(({ report }) => (report ? [report] : []));
  const codes = new Set(made.flatMap(({ warnings }) => warnings.map(({ code }) => code)));
  return [...codes].flatMap((code) => {
    const message = sharedCauseOf(code);
    if (message === undefined) return [];
    const count = made.filter(({ warnings }) => warnings.some((warning) => warning.code === code)).length;
    const { remedy } = warningCodes[code];
    const advice = remedy === undefined ? "" : ` ${remedy}`;
    const text = `${message} (${count} of ${made.length} pictures; --report and --verbose name them).${advice}`;
    return warningLine({ code, message: text });
  });
}

/**
 * Summary at the end of a long run: every failure again, and warnings about pictures by code with the number of
 * pictures.
 */
function undoneLines({ failedFiles, failedSets, finished }: Tally, quiet = false): string[] {
  const counts = new Map<string, { pictures: number; first: string }>();
  for (const { path = "", report } of quiet ? [] : finished)
    for (const code of new Set(report && withoutShared(report).warnings.map((warning) => warning.code))) {
      const { pictures, first } = counts.get(code) ?? { pictures: 0, first: path };
      counts.set(code, { pictures: pictures + 1, first });
    }
  const failures = [
    ...failedFiles.map(({ file, error }) => errorLine(error, file)),
    ...failedSets
      .filter((failed) => failed.error.kind !== "cancelled" && !isRefused(failed))
      .map(({ set, error }) => errorLine(error, set.files[0])),
  ];
  return [
    ...[...counts]
      .sort((a, b) => b[1].pictures - a[1].pictures || (a[0] < b[0] ? -1 : 1))
      .map(([code, { pictures, first }]) => `${code} in ${pictures} of ${finished.length}, first ${printable(first)}`),
    ...failures.map((line) => `not made: ${line}`),
  ];
}

/** Every unused photograph, once, with the reason; failed ones have separate lines. */
function unusedLines({ unused }: Tally): string[] {
  if (unused.length === 0) return [];
  const count = unused.length === 1 ? "1 photograph is" : `${unused.length} photographs are`;
  return [`${count} in no picture:`, ...unused.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`)];
}

/** Output for programs: one document at the end. */
export class JsonPrinter implements RunPrinter {
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
      ...(report ? { timingsMs: report.timingsMs, warnings: report.warnings, notes: report.notes, report } : {}),
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
      unused: tally.unused,
      warnings: tally.warnings,
      kernels,
    };
    this.#streams.out(`${JSON.stringify(document, null, 2)}\n`);
  }
}

/** Output for programs that follow the run: one event per line as it happens. README.md documents the events. */
export class NdjsonPrinter implements RunPrinter {
  readonly #streams: Streams;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  show(event: BatchEvent, tally: Tally): void {
    if (event.type === "grouped") {
      this.#print({ event: "started", pictures: event.sets.length, warnings: tally.warnings });
      for (const failed of event.failed) this.#print({ event: "failed", ...failureJson(failed) });
    } else if (event.type === "finished") {
      this.#print({ event: "done", ...aboutDone(event) });
    } else if (event.type === "failed") {
      const { set, error } = event;
      this.#print({ event: "failed", set: set.index, ...failureJson({ file: set.files[0], error }) });
    }
  }

  end(tally: Tally, kernels: string): void {
    const { finished, skipped, failedFiles, failedSets, unused } = tally;
    const failed = failedFiles.length + failedSets.length;
    const seconds = Number(tally.seconds.toFixed(3));
    this.#print({ event: "finished", done: finished.length, skipped, failed, unused, seconds, kernels });
  }

  #print(event: object): void {
    this.#streams.out(`${JSON.stringify(event)}\n`);
  }
}

function aboutDone({ set, path, skipped, report }: FinishedSet): object {
  const { index, files } = set;
  if (!report) return { set: index, path, files, skipped };
  const { result, operations, check, warnings, notes } = report;
  return { set: index, path, files, skipped, result, operations, ...(check ? { check } : {}), warnings, notes };
}
