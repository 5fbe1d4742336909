import { EngineError } from "../../errors/index.ts";
import { engineOptions, enhanceTables } from "../../pipeline/options.ts";
import { type Look, type LookPart, parseLook } from "../../stages/tone/index.ts";
import { type Command, withEngine } from "../command.ts";
import { findExamples, readLookFile } from "../find-photographs.ts";
import type { ParsedFlags } from "../flags.ts";
import { counted, type Streams } from "../print.ts";
import { checkTextOutputs, writeText } from "../text-output.ts";
import { enhanceCommand } from "./enhance.ts";

const { "output-dir": outputDir, json, recursive, report, resume, ndjson } = enhanceCommand.flags;
/** Here `-o` is the file of the look. */
const { short: _short, ...outputDirFlag } = outputDir;

export const lookCommand: Command = {
  name: "look",
  usage: "learn PATH… --output FILE | show FILE | apply FILE PATH… --output-dir DIR",
  summary: "Learns a look from finished pictures or before-and-after pairs, shows it or applies it",
  tables: { ...enhanceTables, engine: engineOptions },
  words: ["learn", "show", "apply"],
  common: [
    "output",
    "before",
    "after",
    "output-dir",
    "recursive",
    "report",
    "resume",
    "overwrite",
    "format",
    "quality",
  ],
  examples: [
    "lightwell look learn finished -o mine.look.json",
    "lightwell look show mine.look.json",
    "lightwell look apply mine.look.json shoot --output-dir out",
  ],
  flags: {
    output: { type: "string", short: "o", value: "FILE", doc: "learn: JSON file to write the look to" },
    before: {
      type: "string",
      value: "DIR",
      doc: "learn: folder of the photographs that the pictures in --after were made from, with the same base names",
    },
    after: { type: "string", value: "DIR", doc: "learn: folder of the finished pictures for --before" },
    "output-dir": { ...outputDirFlag, required: false, doc: "apply: folder for the pictures" },
    recursive,
    report,
    resume,
    json,
    ndjson,
  },
  async run(flags, streams, signal) {
    const [verb, ...paths] = flags.paths;
    if (verb === "learn") return learn(flags, paths, streams, signal);
    if (verb === "show") return show(paths, streams);
    if (verb === "apply") return apply(flags, paths, streams, signal);
    throw invalid(`look: expected learn, show or apply, got ${verb === undefined ? "nothing" : `"${verb}"`}`);
  },
};

async function learn({ options, own }: ParsedFlags, paths: readonly string[], streams: Streams, signal: AbortSignal) {
  const output = textOf(own["output"]);
  if (output === undefined) throw invalid("look learn: --output is needed");
  const examples = await findExamples(paths, { before: textOf(own["before"]), after: textOf(own["after"]) });
  const overwrite = options["overwrite"] === true;
  await checkTextOutputs([{ path: output, isSameKind: isLook }], examples.finished, overwrite, signal);
  const look = await withEngine(options, (engine) => engine.learnLook(examples, { signal }));
  await writeText(output, `${JSON.stringify(look, null, 2)}\n`, overwrite);
  streams.out(
    `${output}  from ${counted(examples.finished.length, examples.before ? "pair" : "picture")}\n${described(look)}`,
  );
  return 0;
}

async function show([file]: readonly string[], streams: Streams): Promise<number> {
  if (file === undefined) throw invalid("look show: a file is needed");
  streams.out(described(await readLookFile(file)));
  return 0;
}

function apply(flags: ParsedFlags, [file, ...paths]: readonly string[], streams: Streams, signal: AbortSignal) {
  if (file === undefined) throw invalid("look apply: a file is needed");
  if (flags.own["output-dir"] === undefined) throw invalid("look apply: --output-dir is needed");
  return enhanceCommand.run({ ...flags, paths, own: { ...flags.own, match: file } }, streams, signal);
}

function described({ room, other }: Look): string {
  return `${partLine("rooms", room)}${partLine("other pictures", other)}`;
}

function partLine(name: string, part: LookPart | undefined): string {
  if (!part) return `${name}: as without a look\n`;
  const { pictures, curve, whiteRed, whiteBlue, chroma, windowLift } = part;
  const tones = [4, 8, 12].map((i) => `${Math.round((100 * i) / 16)} → ${Math.round(100 * curve[i])}`).join(", ");
  const tint = (whiteRed - whiteBlue) / 2;
  const shown = tint > 0.01 ? "warm" : tint < -0.01 ? "cool" : "neutral";
  return `${name} (${pictures}): tones ${tones} %; white ${shown} (${tint.toFixed(3)}); colour × ${chroma.toFixed(2)}; windows × ${windowLift.toFixed(2)}\n`;
}

function isLook(text: string): boolean {
  try {
    parseLook(text, "");
    return true;
  } catch {
    return false;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function invalid(message: string): EngineError {
  return new EngineError("options/invalid", message);
}
