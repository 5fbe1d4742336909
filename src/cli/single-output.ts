import type { Delivered } from "../pipeline/making/index.ts";
import { formatOfExtension } from "../stages/encode/index.ts";
import type { OwnFlag } from "./flags.ts";
import { checkLine, printable, type Streams, warningLine } from "./print.ts";

/** Flags of the commands that make one picture. */
export const singleOutputFlags: Readonly<Record<string, OwnFlag>> = {
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    doc: "Where the picture goes; the extension chooses the format",
    required: true,
  },
  report: { type: "boolean", doc: "Also write FILE.json, which explains every decision" },
};

/** Formats that hold 16 bits get them, unless a depth or another format was asked for. */
export function withDeepFormats<Input extends object>(options: Input, output: string): Input {
  const deep = ["tiff", "png"].includes(formatOfExtension(output) ?? "");
  return deep && !("format" in options) ? { bitDepth: "16", ...options } : options;
}

export function printDelivered({ path, report }: Delivered, json: boolean, streams: Streams): void {
  if (json) {
    streams.out(`${JSON.stringify({ output: path, report }, null, 2)}\n`);
    return;
  }
  streams.out(`${printable(path ?? "")}\n`);
  if (report.check) streams.err(`${checkLine(report.check)}\n`);
  for (const warning of report.warnings) streams.err(`${warningLine(warning)}\n`);
}
