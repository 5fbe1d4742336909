import type { Engine } from "../../engine.ts";
import { EngineError } from "../../errors/index.ts";
import type { Source } from "../../pipeline/calls/index.ts";
import type { Delivered } from "../../pipeline/making/index.ts";
import { developTables, engineOptionsWithoutCache, mergeTables } from "../../pipeline/options.ts";
import { formatOfExtension } from "../../stages/encode/index.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { requirePaths } from "../failures.ts";
import { expandPatterns } from "../find-photographs.ts";
import type { OwnFlag, ParsedFlags } from "../flags.ts";
import { finderOf } from "../groups-file.ts";
import { printAbout, printable, type Streams } from "../print.ts";

/** Flags of the commands that make one picture. */
const singleOutputFlags: Readonly<Record<string, OwnFlag>> = {
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    doc: "File for the picture; its extension determines the format; - writes to standard output, in the format of --format",
    required: true,
  },
  report: { type: "boolean", doc: "Also write FILE.json, which explains every decision" },
  json: jsonFlag,
};

/** The sources given as paths; `-` is standard input. Throws `options/invalid` if `-` appears twice. */
function sourcesOf(paths: readonly string[], { stdin }: Streams): Source[] {
  if (paths.indexOf("-") !== paths.lastIndexOf("-"))
    throw new EngineError("options/invalid", "expected - only once, because standard input is one file");
  return paths.map((path) => (path === "-" && stdin ? { name: "stdin", stream: stdin() } : path));
}

/**
 * Destination of the picture; `output` is absent for `--output -`, which writes bytes to standard output. Throws
 * `options/conflict`.
 */
function targetOf(own: ParsedFlags["own"]): { readonly report: boolean; readonly output?: string } {
  const [output, report] = [String(own["output"]), own["report"] === true];
  if (output !== "-") return { output, report };
  for (const flag of ["report", "json"])
    if (own[flag] === true)
      throw new EngineError("options/conflict", `--output - and --${flag} cannot be combined`, { option: flag });
  return { report };
}

/** Requests 16 bits for formats that support them, unless a depth or another format was requested. */
function withDeepFormats<Input extends object>(options: Input, output: string): Input {
  const deep = ["tiff", "png"].includes(formatOfExtension(output) ?? "");
  return deep && !("format" in options) ? { bitDepth: "16", ...options } : options;
}

/** Common flags that are listed last. */
const commonOutputFlags = ["quality", "bit-depth", "max-width", "overwrite", "report", "json"];

/** Makes a picture and prints the result; returns the exit code. */
function deliver(
  { options, own }: ParsedFlags,
  streams: Streams,
  make: (engine: Engine, options: object) => Promise<Delivered>,
): Promise<number> {
  const target = targetOf(own);
  return withEngine(options, async (engine, rest) => {
    const delivered = await make(engine, { ...withDeepFormats(rest, target.output ?? ""), ...target });
    printDelivered(delivered, own["json"] === true, streams);
    return 0;
  });
}

function printDelivered({ path, bytes, report }: Delivered, json: boolean, streams: Streams): void {
  if (json) {
    streams.out(`${JSON.stringify({ output: path, report }, null, 2)}\n`);
    return;
  }
  if (bytes) streams.bytes?.(bytes);
  else if (!streams.quiet) streams.out(`${printable(path ?? "")}\n`);
  printAbout(report, streams);
}

export const developCommand: Command = {
  name: "develop",
  usage: "[FLAGS] FILE --output FILE",
  summary: "Decodes one photograph to sRGB without enhancing it; TIFF and PNG get 16 bits",
  tables: { ...developTables, engine: engineOptionsWithoutCache },
  common: ["output", "raw-white-balance", "raw-exposure", "raw-tone-curve", ...commonOutputFlags],
  examples: [
    "lightwell develop IMG_0001.CR3 -o room.tif",
    "lightwell develop IMG_0001.CR3 -o room.jpg --raw-exposure 0.5 --max-width 2000",
  ],
  flags: singleOutputFlags,
  async run(flags, streams, signal) {
    const paths = await expandPatterns(flags.paths);
    if (paths.length !== 1) throw new EngineError("options/invalid", `expected one file, got ${paths.length}`);
    const [source] = sourcesOf(paths, streams);
    return deliver(flags, streams, (engine, options) => engine.develop(source, { ...options, signal }));
  },
};

export const mergeCommand: Command = {
  name: "merge",
  usage: "[FLAGS] FILE… --output FILE",
  summary: "Aligns and fuses the frames of one bracket; TIFF and PNG get 16 bits",
  tables: { ...mergeTables, engine: engineOptionsWithoutCache },
  common: ["output", "method", "window-pull", "deghost", "align", ...commonOutputFlags],
  examples: [
    "lightwell merge a.jpg b.jpg c.jpg -o room.tif",
    "lightwell merge room/*.dng -o room.jpg --window-pull strong",
    "lightwell merge a.jpg b.jpg c.jpg -o room.jpg --method mertens",
  ],
  flags: {
    ...singleOutputFlags,
    reference: {
      type: "string",
      value: "FILE",
      doc: "Use the view and the metadata of this frame, and show things that moved as in this frame",
    },
  },
  async run(flags, streams, signal) {
    requirePaths(flags.paths);
    const paths = await expandPatterns(flags.paths);
    const named = flags.own["reference"];
    const found = typeof named === "string" ? finderOf(paths)(named) : [];
    if (found.length > 1) {
      const message = `merge: several frames are named ${named} (${found.join(" or ")}); give more of the path`;
      throw new EngineError("input/reference", message, { files: found });
    }
    const chosen = typeof named === "string" ? { reference: found[0] ?? named } : {};
    return deliver(flags, streams, (engine, options) =>
      engine.merge(sourcesOf(paths, streams), { ...options, ...chosen, signal }),
    );
  },
};
