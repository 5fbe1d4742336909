import { createHash } from "node:crypto";
import { EngineError, type Warning } from "../../errors/index.ts";
import { type Orientation, swapsAxes } from "../../image/index.ts";
import { type FrameGroup, type GroupFrame, group } from "../../stages/group/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { hashFile, type InputFile, readHead } from "../disk/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import { withChosen } from "./choose-references.ts";
import type { Headers } from "./headers.ts";
import { type FailedFile, type InspectedFile, inspectFiles, loadThumbnail, smallEdgePx } from "./inspect.ts";
import type { PhotoSet } from "./photo-set.ts";

export interface Grouping {
  readonly sets: readonly PhotoSet[];
  readonly failed: readonly FailedFile[];
  readonly warnings: readonly Warning[];
  /** Number of pictures that were read. */
  readonly thumbnailsRead: number;
}

interface GroupRequest {
  readonly files: readonly InputFile[];
  readonly headers: Headers;
  /** Sets given by hand, as lists of names. */
  readonly lists?: readonly (readonly string[])[];
  /** Names of frames that the caller chose as references, at most one for each set. */
  readonly references?: readonly string[];
  /** Files that could not be opened. */
  readonly unopened?: readonly FailedFile[];
  /** Called after each picture that was read. */
  readonly onThumbnail?: () => void;
}

/**
 * Inspects every file and forms the sets. Every file is in exactly one set or in `failed`, which begins with the
 * unopened ones. Throws `input/reference` for a reference that is not a frame of a set.
 */
export async function groupFiles(
  { files, headers, lists, references = [], unopened = [], onThumbnail = () => {} }: GroupRequest,
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<Grouping> {
  refuseTooMany(lists, tools.maxFrames);
  const looked = await inspectFiles(files, headers, options.detect360, tools, signal);
  const usable = looked.filter((entry): entry is InspectedFile => "photo" in entry);
  const failed = [...unopened, ...looked.filter((entry): entry is FailedFile => "error" in entry)];
  const warnings: Warning[] = [];
  const context = {
    kernels: tools.executor.kernels(signal),
    memory: tools.memory,
    signal,
    warn: (code: Warning["code"], message: string) => {
      warnings.push({ code, message });
    },
  };
  const lost = new Set(failed.map(({ file }) => file));
  const chosen = references.filter((name) => !lost.has(name));
  if (usable.length === 0) return { sets: withChosen([], chosen), failed, warnings, thumbnailsRead: 0 };
  const contentKeys = await findContentKeys(
    usable.map(({ file }) => file),
    signal,
  );
  const frames = usable.map((entry) => {
    const contentKey = contentKeys.get(entry.file);
    return { ...toFrame(entry, tools, signal, onThumbnail), ...(contentKey === undefined ? {} : { contentKey }) };
  });
  const known = lists
    ?.filter((list) => list.length === 0 || !list.every((name) => lost.has(name)))
    .map((list) => list.filter((name) => !lost.has(name)));
  const { groups, thumbnailsRead } = await group({ frames, lists: known }, options.group, context);
  const trouble = await tools.cache?.takeTrouble();
  if (trouble !== undefined) warnings.push({ code: "cache/trouble", message: trouble });
  const sets = groups.map((found) => toSet(found, usable));
  return { sets: withChosen(sets, chosen), failed, warnings, thumbnailsRead };
}

/** Refuses oversized sets given by hand. Detected sets have a separate limit. */
function refuseTooMany(lists: readonly (readonly string[])[] | undefined, maxFrames: number): void {
  const frames = Math.max(0, ...(lists ?? []).map((list) => list.length));
  if (frames <= maxFrames) return;
  throw new EngineError("limits/frames", `group: at most ${maxFrames} frames make a set, got ${frames}`, { frames });
}

function toFrame(entry: InspectedFile, tools: Tools, signal: AbortSignal, onThumbnail: () => void): GroupFrame {
  return {
    name: entry.file.name,
    photo: entry.photo,
    widthPx: entry.inspection.width,
    heightPx: entry.inspection.height,
    thumbnail: () =>
      loadThumbnail(entry.file, smallEdgePx, tools, signal)
        .catch((thrown) => {
          // A file that cannot be decoded is reported when its set is processed; here it is only excluded from
          // comparison.
          if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
          return undefined;
        })
        .finally(onThumbnail),
  };
}

function withTurn(entry: InspectedFile, turn: Orientation = 1): InspectedFile {
  if (turn === 1) return entry;
  const { width, height } = entry.inspection;
  const size = swapsAxes(turn) ? { width: height, height: width } : {};
  return { ...entry, turn, inspection: { ...entry.inspection, ...size } };
}

function toSet(found: FrameGroup, usable: readonly InspectedFile[]): PhotoSet {
  const { frames, flash, twins, kind, pictureEvs, reasons, confidence, flags } = found;
  const { turns, flashTurns } = found;
  const normal = Math.max(0, frames.indexOf(found.reference));
  return {
    frames: frames.map((index, i) => withTurn(usable[index], turns?.[i])),
    flash: flash.map((index, i) => withTurn(usable[index], flashTurns?.[i])),
    twins: twins.map((twin) => usable[twin.frame]),
    normal,
    reference: normal,
    kind,
    ...(pictureEvs === undefined ? {} : { pictureEvs }),
    reasons,
    confidence,
    flags: flags.map(({ kind, frame, message }) => ({
      kind,
      ...(frame === undefined ? {} : { file: usable[frame].file.name }),
      message,
    })),
  };
}

/**
 * Number of bytes hashed first. Headers and the previews after them differ between all photographs except copies, so
 * few files are read whole.
 */
const headBytes = 65_536;
const atOnce = 4;

/**
 * Keys for files that have the same bytes as another file; equal bytes have equal keys. Files with a unique size are
 * not read; a file that cannot be read has no key. Throws `cancelled`.
 */
export async function findContentKeys(
  files: readonly InputFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<InputFile, string>> {
  const sizes = new Map(files.map((file) => [file, String(file.sizeBytes)]));
  const heads = await refine(sizes, async (file) => file.summary?.headSha256 ?? (await hashHead(file)));
  return sharedOf(await refine(heads, async (file) => file.summary?.sha256 ?? (await hashFile(file.path, signal))));
}

/** SHA-256 of the file's first bytes, hexadecimal; `undefined` for a file that cannot be read. */
export async function hashHead({ path }: InputFile): Promise<string | undefined> {
  const head = await readHead(path, headBytes);
  return head.length === 0 ? undefined : createHash("sha256").update(head).digest("hex");
}

/** Computes a finer key for files whose key is not unique. */
async function refine(
  keys: ReadonlyMap<InputFile, string>,
  keyOf: (file: InputFile) => Promise<string | undefined>,
): Promise<ReadonlyMap<InputFile, string>> {
  const fine = await mapConcurrently([...sharedOf(keys)], atOnce, async ([file, key]) => {
    const own = await keyOf(file);
    return own === undefined ? [] : [[file, `${key} ${own}`] as const];
  });
  return new Map(fine.flat());
}

function sharedOf(keys: ReadonlyMap<InputFile, string>): ReadonlyMap<InputFile, string> {
  const count = new Map<string, number>();
  for (const key of keys.values()) count.set(key, (count.get(key) ?? 0) + 1);
  return new Map([...keys].filter(([, key]) => count.get(key)! > 1));
}
