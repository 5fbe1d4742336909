import { createHash } from "node:crypto";
import { EngineError, type Warning } from "../../errors/index.ts";
import { type Orientation, swapsAxes } from "../../image/index.ts";
import { type FrameGroup, type GroupFlagKind, type GroupFrame, group } from "../../stages/group/index.ts";
import type { SharedFocal } from "../../stages/perspective/index.ts";
import type { HouseSetting, Look } from "../../stages/tone/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { hashFile, type InputFile, readHead } from "../disk/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { Headers } from "./headers.ts";
import { type FailedFile, type InspectedFile, inspectFiles, loadThumbnail, smallEdgePx } from "./inspect.ts";

/** One set of frames that make one picture. */
export interface PhotoSet {
  readonly frames: readonly InspectedFile[];
  /**
   * Frames of the same view whose flash fired, in capture order: no exposures of the bracket. Without a frame by the
   * room's own light, all flash frames but the best, which is the only one of `frames`.
   */
  readonly flash: readonly InspectedFile[];
  /** Second files of the same shots, which add nothing. */
  readonly twins: readonly InspectedFile[];
  /** Index into `frames`. */
  readonly reference: number;
  readonly kind: "bracket" | "single";
  /**
   * As `frames`: brightness over that of the reference in EV as the pictures show it, where the headers do not tell.
   */
  readonly pictureEvs?: readonly number[];
  readonly reasons: readonly string[];
  readonly confidence: number;
  readonly flags: readonly SetFlag[];
  /** What the other sets of the run show of this room. */
  readonly house?: HouseSetting;
  /** The focal length that the other sets by its camera show. */
  readonly focal?: SharedFocal;
  /** The look that was asked for. */
  readonly look?: Look;
}

/** All photographs of a set that a picture may be made of, in capture order. */
export function photographsOf({ frames, flash }: Pick<PhotoSet, "frames" | "flash">): InspectedFile[] {
  const at = ({ photo }: InspectedFile) => photo.capturedAt?.epochMs ?? Number.POSITIVE_INFINITY;
  if (flash.length === 0) return [...frames];
  const all = [...frames, ...flash];
  return all.every((each) => Number.isFinite(at(each))) ? all.sort((a, b) => at(a) - at(b)) : all;
}

/** Something about a set that is worth a look. */
export interface SetFlag {
  /** What it is, for programs. */
  readonly kind: GroupFlagKind;
  /** The frame concerned; of a repeated set, the reference of the set before. */
  readonly file?: string;
  /** What it is, in plain words. */
  readonly message: string;
}

export interface Grouping {
  readonly sets: readonly PhotoSet[];
  readonly failed: readonly FailedFile[];
  readonly warnings: readonly Warning[];
  /** How many pictures were looked at. */
  readonly thumbnailsRead: number;
}

interface GroupRequest {
  readonly files: readonly InputFile[];
  readonly headers: Headers;
  /** Sets by hand, as lists of names. */
  readonly lists?: readonly (readonly string[])[];
  /** Files that could not even be opened. */
  readonly unopened?: readonly FailedFile[];
  /** Called whenever a picture was looked at. */
  readonly onThumbnail?: () => void;
}

/**
 * Looks at every file and forms the sets. Every file is in exactly one set or in `failed`, which begins with the
 * unopened ones.
 */
export async function groupFiles(
  { files, headers, lists, unopened = [], onThumbnail = () => {} }: GroupRequest,
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
  if (usable.length === 0) return { sets: [], failed, warnings, thumbnailsRead: 0 };
  const contentKeys = await findContentKeys(
    usable.map(({ file }) => file),
    signal,
  );
  const frames = usable.map((entry) => {
    const contentKey = contentKeys.get(entry.file);
    return { ...toFrame(entry, tools, signal, onThumbnail), ...(contentKey === undefined ? {} : { contentKey }) };
  });
  const lost = new Set(failed.map(({ file }) => file));
  const known = lists
    ?.filter((list) => list.length === 0 || !list.every((name) => lost.has(name)))
    .map((list) => list.filter((name) => !lost.has(name)));
  const { groups, thumbnailsRead } = await group({ frames, lists: known }, options.group, context);
  const trouble = await tools.cache?.takeTrouble();
  if (trouble !== undefined) warnings.push({ code: "cache/trouble", message: trouble });
  return { sets: groups.map((found) => toSet(found, usable)), failed, warnings, thumbnailsRead };
}

/** Sets that are found have a bound of their own; those given by hand could be of any size. */
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
          // A file that cannot be decoded is reported when its set is processed; here it only cannot be compared.
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
  const { frames, flash, twins, reference, kind, pictureEvs, reasons, confidence, flags } = found;
  const { turns, flashTurns } = found;
  return {
    frames: frames.map((index, i) => withTurn(usable[index], turns?.[i])),
    flash: flash.map((index, i) => withTurn(usable[index], flashTurns?.[i])),
    twins: twins.map((twin) => usable[twin.frame]),
    reference: Math.max(0, frames.indexOf(reference)),
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

/** Headers and the previews behind them differ in all photographs but copies, so that few files are ever read whole. */
const headBytes = 65_536;
const atOnce = 4;

/**
 * A key for every file that has the bytes of another one, the same for the files of the same bytes. Files alone with
 * their size are not read at all; one that cannot be read has no key. Throws `cancelled`.
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

/** The finer key of the files that share a key with another one. */
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
