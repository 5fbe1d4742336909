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
import type { Tools } from "../tools.ts";

/** What is to be made of one set, and what it shares with other pictures. */
export type OneOrder = Omit<SetOrder, "bits"> & {
  readonly shared?: Pick<PhotoSet, "house" | "focal" | "look">;
  /** Takes the bytes where the target has no path. */
  readonly send?: (bytes: Uint8Array, signal: AbortSignal) => Promise<void>;
};

/** Checks the look and the house that a caller gives. Throws `input/look` and `options/invalid`. */
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
  { shared, send, ...order }: OneOrder,
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
  // Which files belong together is given, so their pixels need not wait for their metadata.
  const find = async (tools: Tools) => {
    const lists = [files.map(({ name }) => name)];
    const { sets, failed } = await groupFiles({ files, headers, lists }, order.options, tools, call.signal);
    if (failed.length > 0) throw aboutFile(failed[0].error, failed[0].file);
    return { ...sets[0], ...shared };
  };
  const bitDepths = sizes.map(({ bitDepth }) => bitDepth);
  const bits = order.expect ? outputBitsOf(order.options, bitDepths) : 16;
  const delivered = await runSet(sizes, find, { ...order, bits }, call, watcher);
  if (!send || !delivered.bytes) return delivered;
  // The set's memory is given back: others need not wait until a slow stream has taken the picture.
  await send(delivered.bytes, call.signal);
  return { report: delivered.report };
}
