import { createEngine, type Engine } from "../engine.ts";
import { EngineError } from "../errors/index.ts";
import type { OptionTable } from "../options/index.ts";
import { engineOptions } from "../pipeline/options.ts";
import type { OwnFlag, ParsedFlags } from "./flags.ts";
import type { Streams } from "./print.ts";

/** One command of the CLI; its flags are those of its option tables and its own. */
export interface Command {
  readonly name: string;
  /** Arguments in the usage line, after the command's name. */
  readonly usage: string;
  readonly summary: string;
  /** Option tables, by stage. */
  readonly tables: Readonly<Record<string, OptionTable>>;
  readonly flags: Readonly<Record<string, OwnFlag>>;
  /** Words allowed as the first argument other than a path; for completion. */
  readonly words?: readonly string[];
  /** Whether arguments are paths, by default true; for completion. */
  readonly takesPaths?: boolean;
  /** Flags, without dashes, that the help shows in this order if the full list does not fit on a screen. */
  readonly common?: readonly string[];
  /** Whole command lines. */
  readonly examples?: readonly string[];
  /** Returns the exit code; throws an EngineError if the whole command fails. */
  run(flags: ParsedFlags, streams: Streams, signal: AbortSignal): Promise<number>;
}

export const jsonFlag: OwnFlag = { type: "boolean", doc: "Print one JSON document on stdout and nothing else" };

/** Separates engine settings from pipeline options, and closes the engine in any case. */
export async function withEngine<T>(
  options: Readonly<Record<string, unknown>>,
  work: (engine: Engine, options: Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const settings: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) (name in engineOptions ? settings : rest)[name] = value;
  const engine = createEngine(settings);
  try {
    return await work(engine, rest);
  } finally {
    await engine.close();
  }
}

/** Flags of every command. */
export const sharedFlags: Readonly<Record<string, OwnFlag>> = {
  quiet: { type: "boolean", short: "q", doc: "Print errors only" },
  verbose: { type: "boolean", short: "v", doc: "Also print notes, and the operations and the check of each picture" },
  color: {
    type: "string",
    value: "auto|always|never",
    choices: ["auto", "always", "never"],
    doc: "Colour warnings and errors; auto follows NO_COLOR and FORCE_COLOR",
  },
  version: { type: "boolean", doc: "Print the version" },
  help: { type: "boolean", short: "h", doc: "Show help; --help all shows every flag" },
};

type Flags = Readonly<Record<string, string | boolean | undefined>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The streams, changed according to the shared flags. Throws `options/conflict`. */
export function withSharedFlags(streams: Streams, own: Flags, environment: Environment): Streams {
  const quiet = own["quiet"] === true;
  const verbose = own["verbose"] === true;
  if (quiet && verbose)
    throw new EngineError("options/conflict", "--quiet and --verbose cannot be combined", { option: "quiet" });
  const paint = wantsColor(own["color"], streams.interactive, environment);
  return {
    ...streams,
    quiet,
    verbose,
    interactive: streams.interactive && !quiet,
    err: (text) => streams.err(paint ? painted(text) : text),
  };
}

/** The flag overrides the environment, and FORCE_COLOR (force-color.org) overrides NO_COLOR (no-color.org). */
function wantsColor(asked: Flags[string], isTerminal: boolean, environment: Environment): boolean {
  if (asked === "always" || asked === "never") return asked === "always";
  const { FORCE_COLOR: force = "", NO_COLOR: no = "" } = environment;
  if (force !== "") return force !== "0";
  return no === "" && isTerminal;
}

const yellow = "\x1b[33m";
const red = "\x1b[31m";
const plain = "\x1b[39m";

/** Only the first word of a line has a colour. */
function painted(text: string): string {
  return text
    .replace(/^( *)(warning:)/gm, `$1${yellow}$2${plain}`)
    .replace(/^( *)(failed:|not made:|lightwell [\w-]+:)/gm, `$1${red}$2${plain}`);
}
