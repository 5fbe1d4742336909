import type { Readable } from "node:stream";
import type { EngineError, Warning } from "../errors/index.ts";
import type { CheckReport, Report } from "../pipeline/making/index.ts";
import { messageInFlags, withFlagNames } from "./failures.ts";

/** Output streams of a command; tests pass their own. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** Binary output on the same stream as {@link out}. */
  bytes?(data: Uint8Array): void;
  stdin?(): Readable;
  /** Whether stderr is a terminal, where progress may overwrite itself. */
  readonly interactive: boolean;
  /** Width in columns if stdout is a terminal, otherwise absent. */
  readonly columns?: number;
  /** Only errors are printed. */
  readonly quiet?: boolean;
  /** Notes are printed too. */
  readonly verbose?: boolean;
}

/** Columns, padded to the widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows
    .map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]))).join("  "))
    .join("\n");
}

/** A number of things, in the singular if it is 1: `2 pictures`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** An exposure time as photographers write it: 1/60 s, 0.8 s, 2 s. */
export function exposureTime(seconds: number): string {
  if (seconds >= 0.3) return `${Math.round(seconds * 10) / 10} s`;
  return `1/${Math.round(1 / seconds)} s`;
}

/** How long something took or takes: 0.25 s, 3.5 s, 48 s, 12 min, 2.5 h. */
export function duration(seconds: number): string {
  if (seconds < 0.995) return `${Math.round(seconds * 100) / 100} s`;
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

/**
 * Make and model, the make once: many cameras repeat it in the model (Canon, Canon EOS 6D; NIKON CORPORATION, NIKON
 * D850).
 */
export function cameraName(make = "", model = ""): string {
  const [brand] = make.toLowerCase().split(" ");
  const repeats = `${model.toLowerCase()} `.startsWith(`${brand} `);
  return repeats ? model : [make, model].filter(Boolean).join(" ");
}

/** An error on one line, with the code that docs/ERRORS.md explains. */
export function errorLine(error: EngineError, file?: string): string {
  const about = file === undefined || error.message.includes(file) ? "" : `${printable(file)}: `;
  return `${about}${printable(messageInFlags(error))} [${error.code}]`;
}

/** A warning on one line, with its code. */
export function warningLine({ code, message }: Warning): string {
  return `warning: ${printable(withFlagNames(message))} [${code}]`;
}

/** Replaces control characters and text-direction characters, which must not reach a terminal. */
export function printable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replace(/[\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** A note on one line, with its code. */
function noteLine({ code, message }: Warning): string {
  return `note: ${printable(withFlagNames(message))} [${code}]`;
}

/** Result of the check on one line, without findings that are already warnings. */
export function checkLine({ passed, rung, reason, findings }: CheckReport, warnings: readonly Warning[]): string {
  const way = reason === undefined ? "" : ` (${rung}: otherwise ${reason})`;
  if (passed) return `check: passed${way}`;
  const warned = new Set<string>(warnings.map(({ code }) => code));
  const unreported = findings.filter(({ measure }) => !warned.has(`check/${measure}`)).map(({ sentence }) => sentence);
  return `check: ${unreported.length > 0 ? unreported.join("; ") : "not passed"}${way}`;
}

/**
 * Prints to stderr about a picture: its warnings, a check that did not simply pass, and the rest on request.
 */
export function printAbout({ check, warnings, notes, operations }: Report, streams: Streams, indent = ""): void {
  if (streams.quiet) return;
  const lines = [
    ...(streams.verbose && operations.length > 0 ? [printable(operations.join("; "))] : []),
    ...(check && (streams.verbose || !check.passed || check.reason !== undefined) ? [checkLine(check, warnings)] : []),
    ...warnings.map(warningLine),
    ...(streams.verbose ? notes.map(noteLine) : []),
  ];
  for (const line of lines) streams.err(`${indent}${line}\n`);
}

/** One line of progress that overwrites itself; silent unless stderr is a terminal. */
export class ProgressLine {
  readonly #streams: Streams;
  #length = 0;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  show(done: number, total: number, text: string): void {
    if (!this.#streams.interactive) return;
    const filled = total === 0 ? 0 : Math.round((done / total) * 24);
    const line = `[${"#".repeat(filled)}${"-".repeat(24 - filled)}] ${text}`.slice(0, 78);
    this.#streams.err(`\r${line.padEnd(this.#length)}`);
    this.#length = line.length;
  }

  clear(): void {
    if (this.#length > 0) this.#streams.err(`\r${" ".repeat(this.#length)}\r`);
    this.#length = 0;
  }
}
