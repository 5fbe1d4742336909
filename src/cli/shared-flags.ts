import { EngineError } from "../errors/index.ts";
import type { OwnFlag } from "./flags.ts";
import type { Streams } from "./print.ts";

/** Flags of every command. */
export const sharedFlags: Readonly<Record<string, OwnFlag>> = {
  quiet: { type: "boolean", short: "q", doc: "Print errors only" },
  verbose: { type: "boolean", short: "v", doc: "Also print notes, what was done to each picture, and its check" },
  color: {
    type: "string",
    value: "auto|always|never",
    choices: ["auto", "always", "never"],
    doc: "Colour warnings and errors; auto follows NO_COLOR, FORCE_COLOR",
  },
  version: { type: "boolean", doc: "Print the version" },
  help: { type: "boolean", short: "h", doc: "Show help; --help all shows every flag" },
};

type Flags = Readonly<Record<string, string | boolean | undefined>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The streams as the shared flags ask for them. Throws `options/conflict`. */
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
