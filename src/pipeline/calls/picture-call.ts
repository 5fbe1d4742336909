import { aboutFile, EngineError } from "../../errors/index.ts";
import { checkLook } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import { groupFiles, type PhotoSet, readHeaders } from "../finding/index.ts";
import { checkReading } from "../house-reading.ts";
import {
  type Call,
  checkTarget,
  type Delivered,
  outputBitsOf,
  runSet,
  type SetOrder,
  type SetWatcher,
} from "../making/index.ts";
import { type Step, steps } from "../stages.ts";
import type { Tools } from "../tools.ts";
import { allOpened, checkCall, givenOptions, outputOf, resolveWithOutput } from "./call.ts";
import type { OutputOptions, ProgressOptions } from "./call-options.ts";
import type { CallRegistry } from "./call-registry.ts";
import type { Source } from "./named-sources.ts";
import { PictureStream } from "./picture-stream.ts";

/** A request for one picture; with `expect` if the decoded picture is the result. */
interface PictureRequest extends Pick<OneOrder, "expect" | "rectifies" | "shared" | "references"> {
  readonly sources: readonly Source[];
  /** Options of the picture and of the call, unchecked. */
  readonly input: OutputOptions & ProgressOptions<Step>;
  /** The option tables of the call. */
  readonly tables: object;
  readonly make: SetOrder["make"];
}

/**
 * Makes one picture and returns it as the overloads of the engine's interface state: written to a file, written to a
 * stream, or as bytes. Throws `options/*`.
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

/** An order for the picture of one set, and what it shares with other pictures. */
export type OneOrder = Omit<SetOrder, "bits"> & {
  readonly shared?: Pick<PhotoSet, "house" | "focal" | "look">;
  /** The name of the reference that the caller chose, if any. */
  readonly references?: readonly string[];
  /** Receives the bytes if the target has no path. */
  readonly send?: (bytes: Uint8Array, signal: AbortSignal) => Promise<void>;
};

/** Validates the look and the house given by the caller. Throws `input/look` and `options/invalid`. */
export function sharedFacts(
  { look, house }: { readonly look?: unknown; readonly house?: unknown },
  oneHouse = true,
): NonNullable<OneOrder["shared"]> {
  return {
    ...(look === undefined ? {} : { look: checkLook(look) }),
    ...(house === undefined || !oneHouse ? {} : checkReading(house)),
  };
}

/** Makes one picture of files that are known to be one set, and delivers it. */
export async function makeOne(
  files: readonly InputFile[],
  { shared, references = [], send, ...order }: OneOrder,
  call: Call,
  watcher: SetWatcher = {},
): Promise<Delivered> {
  if (files.length === 0) throw new EngineError("input/empty", "engine: expected at least one source, got none");
  await checkTarget(order.target, call.store);
  const headers = readHeaders(files, call.tools, call.signal);
  const sizes = (await headers.probes).map((found, i) => {
    if (found instanceof EngineError) throw aboutFile(found, files[i].name);
    return { ...found.probe, format: found.format, file: files[i] };
  });
  // The set is given, so decoding need not wait for metadata.
  const find = async (tools: Tools) => {
    const lists = [files.map(({ name }) => name)];
    const { sets, failed } = await groupFiles({ files, headers, lists, references }, order.options, tools, call.signal);
    if (failed.length > 0) throw aboutFile(failed[0].error, failed[0].file);
    return { ...sets[0], ...shared };
  };
  const bitDepths = sizes.map(({ bitDepth }) => bitDepth);
  const bits = order.expect ? outputBitsOf(order.options, bitDepths) : 16;
  const delivered = await runSet(sizes, find, { ...order, bits }, call, watcher);
  if (!send || !delivered.bytes) return delivered;
  // The set's memory is already released, so that a slow stream does not delay other sets.
  await send(delivered.bytes, call.signal);
  return { report: delivered.report };
}
