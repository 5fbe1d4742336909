import type { Engine } from "../engine.ts";
import { createEngine } from "../engine.ts";
import type { OptionTable } from "../options/index.ts";
import { engineOptions } from "../pipeline/options.ts";
import type { OwnFlag, ParsedFlags } from "./flags.ts";
import type { Streams } from "./print.ts";

/** One command of the CLI; its flags come from the option tables it names and from its own. */
export interface Command {
  readonly name: string;
  /** What follows the name in the usage line. */
  readonly usage: string;
  readonly summary: string;
  /** By stage. */
  readonly tables: Readonly<Record<string, OptionTable>>;
  readonly flags: Readonly<Record<string, OwnFlag>>;
  /** What the first argument can be, if not a path; for completion. */
  readonly words?: readonly string[];
  /** Whether arguments are paths, as they are by default; for completion. */
  readonly takesPaths?: boolean;
  /** Flags that the help shows in this order where all of them do not fit a screen, without dashes. */
  readonly common?: readonly string[];
  /** Whole command lines. */
  readonly examples?: readonly string[];
  /** Returns the exit code; throws an EngineError for what ends the whole command. */
  run(flags: ParsedFlags, streams: Streams, signal: AbortSignal): Promise<number>;
}

export const jsonFlag: OwnFlag = { type: "boolean", doc: "Print one JSON document on stdout and nothing else" };

/** Splits engine settings from pipeline options, and closes the engine whatever happens. */
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
