import { basename } from "node:path";
import type { DecodeFacts, Format, Probe } from "../codecs/index.ts";
import type { Warning } from "../errors/index.ts";
import { copyOut, type IntegerImage, type PixelMemory, type U8, type U16 } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";
import type { SceneDescription, SmallCopy } from "../ops/index.ts";
import {
  type CheckMergedCopyInput,
  type CheckResult,
  type CheckShapeInput,
  type CheckTonedCopyInput,
  checkFrames,
  checkMergedCopy,
  checkShape,
  checkTonedCopy,
  type Evidence,
  type FramesCheck,
  type GatherEvidenceInput,
  gatherEvidence,
  type Shape,
  type View,
  viewCopy,
} from "../stages/check/index.ts";
import type { StageContext } from "../stages/context.ts";
import {
  type CameraLook,
  type DecodeInput,
  type DecodeOptionsInput,
  type DecodeResult,
  decode,
  readCameraLook,
} from "../stages/decode/index.ts";
import { type EncodeOptionsInput, type EncodeResult, encode } from "../stages/encode/index.ts";
import { type ContentInput, describeCopy, readContent, type SceneCopyInput } from "../stages/scene/index.ts";
import { type PlannedTone, type RoomReading, readRoom, type ToneRequest } from "../stages/tone/index.ts";
import { SpareBuffer, withSource, writeOutput } from "./disk/index.ts";
import { planPicture } from "./plan-picture.ts";
import { probeFile } from "./probe-file.ts";
import { newTaskMemory, preferTarget } from "./task-memory.ts";

/** Limits for every file. */
export interface FileLimits {
  readonly maxFileBytes: number;
  readonly maxPixels: number;
  readonly maxDecodeBytes?: number;
}

/** Facts about an encoded picture, without its bytes. */
export type EncodedFacts = Omit<EncodeResult, "bytes">;

interface Tasks {
  /** Reads format and size of a file, only from its bytes. */
  probe: { input: { path: string; name?: string; limits: FileLimits }; output: { format: Format; probe: Probe } };
  /**
   * Decodes one file to an upright display-sRGB picture. If `target` has the right size, it receives the pixels;
   * `inTarget` reports this, because memory that crossed threads returns as a different object.
   */
  decode: {
    input: {
      path: string;
      /** Name of the file in messages; default `path`. */
      name?: string;
      limits: FileLimits;
      options: DecodeOptionsInput;
      outputBits?: 8 | 16;
      minEdgePx?: number;
      cameraLook?: CameraLook | "none";
      leavesWarp?: boolean;
      target?: U8 | U16;
    };
    output: { result: DecodeResult; inTarget: boolean; warnings: Warning[] };
  };
  /** Reads the tone of the camera's preview in a RAW file. */
  cameraLook: {
    input: { path: string; limits: FileLimits; options: DecodeOptionsInput };
    output: { look: CameraLook | undefined };
  };
  /** Encodes a picture to the bytes of a file. */
  encode: {
    input: { image: IntegerImage; options: EncodeOptionsInput };
    output: { result: EncodeResult; warnings: Warning[] };
  };
  /**
   * Encodes to a new file at `path`, later renamed to `final`: a 16-bit file is as large as its picture, so it should
   * not cross threads.
   */
  encodeFile: {
    input: { image: IntegerImage; options: EncodeOptionsInput; path: string; final: string };
    output: { facts: EncodedFacts; warnings: Warning[] };
  };
  /** Compares the frames of a set by their small copies, and makes their views. */
  checkFrames: {
    input: { copies: readonly SmallCopy[]; names: readonly string[] };
    output: { views: View[]; checked: FramesCheck };
  };
  /** Gathers the evidence for pictures fused from aligned frames; makes missing views. */
  gatherEvidence: {
    input: {
      frames: readonly { readonly copy: SmallCopy; readonly view?: View | undefined }[];
      shown?: GatherEvidenceInput["shown"];
    };
    output: { views: View[]; evidence: Evidence | undefined };
  };
  /** Compares a fused picture with its frames. */
  checkMerge: { input: CheckMergedCopyInput; output: CheckResult };
  /** Checks a picture before toning. */
  checkShape: { input: CheckShapeInput; output: Shape };
  /** Compares a toned picture with the one before toning. */
  checkTone: { input: CheckTonedCopyInput; output: CheckResult };
  /** Describes what is where in a picture, from its small copy. */
  describeScene: { input: SceneCopyInput; output: SceneDescription };
  /** Plans how a picture is toned, from its small copy. */
  planTone: { input: ToneRequest; output: PlannedTone };
  /** Reads a room from a small copy. */
  readRoom: { input: ContentInput; output: RoomReading };
  /** Makes a small JPEG of one file, whose longer edge is at most `edgePx` pixels. */
  thumbnail: {
    input: { path: string; name?: string; limits: FileLimits; edgePx: number; quality: number };
    output: {
      bytes: Uint8Array;
      width: number;
      height: number;
      source: DecodeFacts["source"];
      warnings: Warning[];
    };
  };
}

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Tasks[Name]["input"];
export type TaskOutput<Name extends TaskName> = Tasks[Name]["output"];

type Implementations = {
  readonly [Name in TaskName]: (
    input: TaskInput<Name>,
    kernels: KernelRunner,
    memory: PixelMemory,
  ) => Promise<TaskOutput<Name>>;
};

const never = new AbortController().signal;

/** Buffer for files whose bytes are not needed after decoding to a small size. */
const spare = new SpareBuffer();

const tasks: Implementations = {
  async probe({ path, name = path, limits }) {
    return probeFile(path, basename(name), limits.maxFileBytes);
  },

  async decode(
    { path, name = path, limits, options, outputBits, minEdgePx, cameraLook, leavesWarp, target },
    kernels,
    own,
  ) {
    const warnings: Warning[] = [];
    const memory = target ? preferTarget(target, own) : own;
    const context = { kernels, memory, signal: never, warn: warner(warnings) };
    const wanted = { outputBits, minEdgePx, cameraLook, leavesWarp, fileName: basename(name) };
    const use = (source: DecodeInput["source"]) => decode({ source, ...limits, ...wanted }, options, context);
    const { maxFileBytes } = limits;
    const result = await (minEdgePx === undefined
      ? withSource(path, maxFileBytes, use)
      : spare.read(path, maxFileBytes, use));
    return { result, inTarget: result.image.data === target, warnings };
  },

  async cameraLook({ path, limits, options }, kernels, memory) {
    const use = (source: DecodeInput["source"]) =>
      readCameraLook({ source, ...limits }, options, quietContext(kernels, memory));
    return { look: await withSource(path, limits.maxFileBytes, use) };
  },

  async encode({ image, options }, kernels, memory) {
    const warnings: Warning[] = [];
    const context = { kernels, memory, signal: never, warn: warner(warnings) };
    return { result: await encode({ image }, options, context), warnings };
  },

  async encodeFile({ image, options, path, final }, kernels, memory) {
    const warnings: Warning[] = [];
    const context = { kernels, memory, signal: never, warn: warner(warnings) };
    const { bytes, ...facts } = await encode({ image }, options, context);
    await writeOutput(path, bytes, final);
    return { facts, warnings };
  },

  async checkFrames({ copies, names }, kernels, memory) {
    const context = quietContext(kernels, memory);
    const views: View[] = [];
    for (const copy of copies) views.push(await viewCopy(copy, context));
    return { views, checked: await checkFrames({ views, names }, {}, context) };
  },

  async gatherEvidence({ frames, shown }, kernels, memory) {
    const context = quietContext(kernels, memory);
    const views: View[] = [];
    for (const { copy, view } of frames) views.push(view ?? (await viewCopy(copy, context)));
    return { views, evidence: await gatherEvidence({ frames: views, shown }, {}, context) };
  },

  checkMerge(input, kernels, memory) {
    return checkMergedCopy(input, {}, quietContext(kernels, memory));
  },

  checkShape(input, kernels, memory) {
    return checkShape(input, {}, quietContext(kernels, memory));
  },

  checkTone(input, kernels, memory) {
    return checkTonedCopy(input, {}, quietContext(kernels, memory));
  },

  describeScene(input, kernels, memory) {
    return describeCopy(input, quietContext(kernels, memory));
  },

  async planTone(input, _, memory) {
    return planPicture(input, memory);
  },

  async readRoom(input) {
    return readRoom(input.small, readContent(input));
  },

  async thumbnail({ path, name = path, limits, edgePx, quality }, kernels, memory) {
    const warnings: Warning[] = [];
    const context = { kernels, memory, signal: never, warn: warner(warnings) };
    const { image, facts } = await spare.read(path, limits.maxFileBytes, (source) =>
      decode({ source, ...limits, minEdgePx: edgePx, fileName: basename(name) }, {}, context),
    );
    const { width, height } = image;
    const maxWidthPx = Math.max(1, Math.floor(width * Math.min(1, edgePx / Math.max(width, height)) + 1e-6));
    const settings: EncodeOptionsInput = { format: "jpeg", bitDepth: "8", quality, maxWidthPx };
    const encoded = await encode({ image }, settings, { ...context, warn: () => undefined });
    return { bytes: encoded.bytes, width: encoded.width, height: encoded.height, source: facts.source, warnings };
  },
};

/** Context for stages that add no warnings. */
function quietContext(kernels: KernelRunner, memory: PixelMemory): StageContext {
  return { kernels, memory, signal: never, warn: () => undefined };
}

/** Runs a task on the calling thread. Its result is in newly allocated memory or in that of its input. */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  kernels: KernelRunner,
): Promise<TaskOutput<Name>> {
  const pool = kernels.newPool?.();
  if (!pool) return tasks[name](input, kernels, newTaskMemory());
  try {
    return copyOut(await tasks[name](input, kernels, pool), pool);
  } finally {
    pool.end();
  }
}

function warner(warnings: Warning[]) {
  return (code: Warning["code"], message: string) => {
    warnings.push({ code, message });
  };
}
