import type { SetOrder, SetWatcher } from "../making/index.ts";
import { type Step, steps } from "../stages.ts";
import { allOpened, checkCall, givenOptions, outputOf, resolveWithOutput } from "./call.ts";
import type { OutputOptions, ProgressOptions } from "./call-options.ts";
import type { CallRegistry } from "./call-registry.ts";
import { makeOne, type OneOrder } from "./make-one.ts";
import type { Source } from "./named-sources.ts";
import { PictureStream } from "./picture-stream.ts";

/** One picture as a caller asks for it; `expect` where the decoded one is the result. */
export interface PictureRequest extends Pick<OneOrder, "expect" | "rectifies" | "shared"> {
  readonly sources: readonly Source[];
  /** Options of the picture and of the call, not checked yet. */
  readonly input: OutputOptions & ProgressOptions<Step>;
  /** The tables of options that the call takes. */
  readonly tables: object;
  readonly make: SetOrder["make"];
}

/**
 * Makes one picture and gives what the overloads of the engine's interface say: a written picture, one that went to a
 * stream, or one as bytes. Throws `options/*`.
 */
export async function callForPicture(
  calls: CallRegistry,
  { sources, input, tables, make, ...known }: PictureRequest,
): Promise<never> {
  const { signal, output: given, report = false, onProgress, ...rest } = givenOptions("engine", input);
  const { path: output, stream } = outputOf(given);
  checkCall({ flags: { report }, paths: { output }, onProgress });
  const options = resolveWithOutput(tables, rest, output);
  const { overwrite } = options.output;
  const target = {
    ...(output === undefined ? {} : { path: output }),
    writeReport: report,
    replaces: { picture: overwrite, report: overwrite },
    tables: Object.keys(tables),
  };
  const sent = stream && new PictureStream(stream);
  const order = { target, options, make, ...known, ...(sent ? { send: sent.send } : {}) };
  const watcher: SetWatcher = {
    step: (step) => onProgress?.({ step, done: steps.indexOf(step), total: steps.length }),
  };
  const call = () =>
    calls.run(
      sources,
      signal,
      (opened, store, running, tools) => makeOne(allOpened(opened), order, { store, tools, signal: running }, watcher),
      sent?.broken,
    );
  return (sent ? sent.during(call) : call()) as Promise<never>;
}
