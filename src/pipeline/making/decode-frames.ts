import { setImmediate as nextTurn } from "node:timers/promises";
import type { Format } from "../../codecs/index.ts";
import { aboutFile, type Warning, wrapError } from "../../errors/index.ts";
import type { U8, U16 } from "../../image/index.ts";
import { type CameraLook, type DecodedFrame, settleCameraLook } from "../../stages/decode/index.ts";
import { JoinedSignal } from "../concurrency.ts";
import type { InputFile } from "../disk/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { Job } from "./job.ts";

/** A file and the size and depth of its pixels from the headers. */
export interface SizedFile {
  readonly file: InputFile;
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly format: Format;
  /** Whether it is a flash frame, which provides colours and is not part of the bracket. */
  readonly flash?: boolean;
}

/** How the frames of a set are decoded. */
interface Decoding {
  readonly options: ResolvedOptions;
  /** Maximum bits per sample; deeper pictures are rounded. */
  readonly bits: 8 | 16;
  /** Maximum number of frames decoded at the same time. */
  readonly atOnce: number;
  /** Whether the warp of a single frame may be deferred to the later rectification. */
  readonly leavesWarp: boolean;
  /**
   * Maximum longer edge of the frames in pixels; absent for the full size. Only effective for formats that libvips
   * decodes.
   */
  readonly edgePx?: number | undefined;
  readonly job: Job;
  readonly tools: Tools;
}

/**
 * Frames being decoded in parallel on the workers. The first failure, which names its file, cancels the others.
 */
export class FrameDecoding {
  readonly #stop = new AbortController();
  readonly #joined: JoinedSignal;
  readonly #begin: () => ReadonlyMap<InputFile, Promise<DecodedFrame>>;
  #frames: ReadonlyMap<InputFile, Promise<DecodedFrame>>;

  /** Starts decoding at once. The caller must call {@link stop} at the end. */
  constructor(files: readonly SizedFile[], { options, bits, atOnce, leavesWarp, edgePx, job, tools }: Decoding) {
    this.#joined = new JoinedSignal([job.signal, this.#stop.signal]);
    const { signal } = this.#joined;
    // Frames to be aligned must already be warped.
    const leaves = leavesWarp && files.length === 1;
    const look = settleLook(files, options, tools, signal);
    const fillsTransparent = files.length > 1;
    const way = { options, outputBits: bits, leavesWarp: leaves, edgePx, job, tools, signal, look, fillsTransparent };
    this.#begin = () => {
      const lanes: Promise<unknown>[] = Array(Math.min(atOnce, files.length)).fill(undefined);
      const begin = (each: SizedFile, i: number) => {
        const before = lanes[i % lanes.length];
        const frame = before ? before.then(() => decodeFrame(each, way)) : decodeFrame(each, way);
        lanes[i % lanes.length] = frame.catch(() => {});
        return [each.file, frame] as const;
      };
      const frames = new Map(files.map(begin));
      // A failure is reported where the frames are awaited, which happens later, or not at all if something else
      // failed first.
      for (const frame of frames.values()) frame.catch(() => {});
      return frames;
    };
    this.#frames = this.#begin();
  }

  /** Decodes all files again, since stages have consumed the frames. */
  again(): void {
    this.#frames = this.#begin();
  }

  /**
   * The pictures of some of the files, in the order of `files`. `onFrame` is called for each as soon as it is decoded.
   */
  frames(files: readonly InputFile[], onFrame?: (frame: DecodedFrame) => void): Promise<DecodedFrame[]> {
    return Promise.all(
      files.map(async (file) => {
        const frame = await this.#frames.get(file)!;
        if (!onFrame) return frame;
        // Lets the free thread take the next file first, since decoding is on the critical path.
        await nextTurn();
        onFrame(frame);
        return frame;
      }),
    );
  }

  /** Cancels waiting and running decodes; finished ones are not affected. */
  stop(): void {
    this.#stop.abort();
    this.#joined.release();
  }
}

/** Decoding settings shared by all files of a set. */
interface Way {
  readonly options: ResolvedOptions;
  readonly outputBits: 8 | 16;
  readonly leavesWarp: boolean;
  readonly edgePx: number | undefined;
  readonly job: Job;
  readonly tools: Tools;
  readonly signal: AbortSignal;
  /** Look of the RAW files; absent if each has its own. */
  readonly look: Promise<CameraLook | "none"> | undefined;
  /** Whether transparent areas of a frame are filled from other frames of the set. */
  readonly fillsTransparent: boolean;
}

/** Maximum number of RAW files whose look is read: each of these is unpacked twice. */
const maxLooks = 3;

/**
 * Finds one look for all RAW files of a set. Separate looks, matched to each camera preview, would change how the
 * exposures relate.
 */
function settleLook(files: readonly SizedFile[], { decode }: ResolvedOptions, tools: Tools, signal: AbortSignal) {
  const raws = files.filter(({ format }) => format === "raw");
  if (raws.length < 2 || decode.rawCameraLook === "off") return undefined;
  const looks = spread(raws, maxLooks).map(({ file: { path } }) =>
    // A file that cannot be read contributes nothing; decoding it reports why.
    tools.executor.run("cameraLook", { path, limits: tools.limits, options: decode }, signal).catch(() => undefined),
  );
  return Promise.all(looks).then((found) => settleCameraLook(found.map((one) => one?.look)) ?? "none");
}

/** At most `most` elements at even spacing, including the first and the last. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]);
}

async function decodeFrame(sized: SizedFile, way: Way): Promise<DecodedFrame> {
  const { options, outputBits, leavesWarp, edgePx, job, tools, signal, fillsTransparent } = way;
  const { file } = sized;
  try {
    const cameraLook = sized.format === "raw" ? await way.look : undefined;
    const target = edgePx === undefined ? targetFor(sized, outputBits, tools) : undefined;
    const request = {
      options: options.decode,
      outputBits,
      leavesWarp,
      ...(cameraLook && { cameraLook }),
      ...(target && { target }),
      ...(edgePx !== undefined && { minEdgePx: edgePx }),
    };
    const input = { path: file.path, name: file.name, limits: tools.limits, ...request };
    const { result, inTarget, warnings } = await tools.executor.run("decode", input, signal);
    forwardWarnings(
      job,
      fillsTransparent ? warnings.filter(({ code }) => code !== "decode/alpha-flattened") : warnings,
      file.name,
    );
    if (target && !inTarget) tools.memory.release(target);
    const image = target && inTarget ? { ...result.image, data: target } : result.image;
    if (!signal.aborted) await tools.memory.rest?.(image.data);
    return { ...result, image, file: file.name };
  } catch (thrown) {
    throw aboutFile(wrapError(thrown, "internal", "decode"), file.name);
  }
}

/** Memory for a frame's pixels; `undefined` for a size that the decoder will refuse. */
function targetFor({ width, height, bitDepth }: SizedFile, outputBits: 8 | 16, tools: Tools): U8 | U16 | undefined {
  if (width * height > tools.limits.maxPixels) return undefined;
  const samples = width * height * 3;
  return Math.min(bitDepth, outputBits) > 8 ? tools.memory.u16(samples) : tools.memory.u8(samples);
}

function forwardWarnings(job: Job, warnings: readonly Warning[], file: string): void {
  for (const { code, message } of warnings) job.context.warn(code, `${file}: ${message}`);
}
