import { setMaxListeners } from "node:events";
import { emptyPhoto, type IntegerImage, type Photo, PixelPool } from "../../src/image/index.ts";
import { selectKernels } from "../../src/kernels/index.ts";
import { readPackageData } from "../../src/pipeline/disk/read-file.ts";
import type { InputFile } from "../../src/pipeline/disk/source.ts";
import type { InspectedFile, Inspection } from "../../src/pipeline/finding/inspect.ts";
import type { PhotoSet } from "../../src/pipeline/finding/photo-set.ts";
import { enhanceSet, mergeSet } from "../../src/pipeline/making/bracket.ts";
import type { FrameDecoding } from "../../src/pipeline/making/decode-frames.ts";
import { Job } from "../../src/pipeline/making/job.ts";
import type { Picture } from "../../src/pipeline/making/picture.ts";
import { SetRun } from "../../src/pipeline/making/set-run.ts";
import { MemoryBudget } from "../../src/pipeline/memory-budget.ts";
import {
  type EnhanceOptionsInput,
  enhanceTables,
  type MergeOptionsInput,
  mergeTables,
  type ResolvedOptions,
  resolveEnhanceOptions,
} from "../../src/pipeline/options.ts";
import type { Tools } from "../../src/pipeline/tools.ts";
import type { DecodedFrame } from "../../src/stages/decode/index.ts";
import { parseLensDatabase } from "../../src/stages/lens/index.ts";
import { parseSceneModel } from "../../src/stages/scene/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";

export interface Fused extends Picture {
  readonly warnings: readonly string[];
}

/**
 * Runs the pipeline from frames to a fused picture without files: decoding and metadata, which take most of a small
 * bracket's time, are skipped. Runs on this thread, so that parallel processes share a machine well.
 */
export class Fuser {
  readonly #tools: Tools;

  constructor() {
    const unused = (what: string) => () => Promise.reject(new Error(`fuse: no ${what} here`));
    this.#tools = {
      executor: new InlineExecutor(),
      metadata: {
        read: unused("metadata"),
        write: unused("metadata"),
        close: async () => {},
      } as unknown as Tools["metadata"],
      memory: new PixelPool(),
      budget: new MemoryBudget(2 ** 32),
      limits: { maxFileBytes: 2 ** 30, maxPixels: 2 ** 28, maxDecodeBytes: 2 ** 32 },
      maxFrames: 64,
      kernels: selectKernels("auto"),
      lensDatabase: async () => parseLensDatabase(await readPackageData("lensfun.json.br")),
      sceneModel: async () => parseSceneModel(await readPackageData("scene-model.bin")),
      summaryVersion: "",
      version: "0",
    };
  }

  /** Runs `merge` on copies of the frames. `release` the result. */
  merge(frames: readonly IntegerImage[], photos: readonly Photo[], input: MergeOptionsInput = {}): Promise<Fused> {
    return this.#make(frames, photos, resolveEnhanceOptions(mergeTables, { ...input }), mergeSet);
  }

  /** Runs `enhance` on copies of the frames. */
  enhance(frames: readonly IntegerImage[], photos: readonly Photo[], input: EnhanceOptionsInput = {}): Promise<Fused> {
    return this.#make(frames, photos, resolveEnhanceOptions(enhanceTables, { ...input }), enhanceSet);
  }

  async #make(
    frames: readonly IntegerImage[],
    photos: readonly Photo[],
    options: ResolvedOptions,
    make: typeof mergeSet,
  ): Promise<Fused> {
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const job = new Job(this.#tools, signal);
    const files = frames.map(({ width, height }, i) => {
      const file: InputFile = { name: `frame-${i + 1}.jpg`, path: `frame-${i + 1}.jpg`, sizeBytes: 1 };
      return inspected(file, width, height, photos[i]);
    });
    const decode = ({ name }: InputFile, image: IntegerImage) =>
      ({ ...describe(image.width, image.height), image: this.#copy(image), file: name }) as unknown as DecodedFrame;
    const set: PhotoSet = {
      frames: files,
      flash: [],
      twins: [],
      normal: 0,
      reference: 0,
      kind: "bracket",
      reasons: [],
      confidence: 1,
      flags: [],
    };
    const at = new Map(files.map(({ file }, i) => [file, i]));
    // Copied for each decoding, because the pipeline changes frames in place and may request them again.
    const decoding = {
      frames: async (wanted: readonly InputFile[]) => wanted.map((file) => decode(file, frames[at.get(file)!])),
      again: () => {},
      stop: () => {},
    } as unknown as FrameDecoding;
    const picture = await make(new SetRun({ set, decoding, options, job, tools: this.#tools, keepsBest: true }));
    return { ...picture, warnings: job.warnings.map(({ code }) => code) };
  }

  release({ image }: Fused): void {
    this.#tools.memory.release(image.data);
  }

  /** Copies into the pool's memory, to which the pipeline returns it. */
  #copy(image: IntegerImage): IntegerImage {
    const { memory } = this.#tools;
    const data = image.data instanceof Uint8Array ? memory.u8(image.data.length) : memory.u16(image.data.length);
    data.set(image.data);
    return { ...image, data };
  }
}

function describe(width: number, height: number) {
  return { format: "jpeg" as const, width, height, bitDepth: 8, colorSpace: "srgb", orientation: 1 };
}

function inspected(file: InputFile, width: number, height: number, photo: Photo): InspectedFile {
  const inspection: Inspection = {
    path: file.path,
    ...describe(width, height),
    camera: {},
    exposure: {},
    is360: { is360: false, confidence: 1, evidence: [] },
    hasLocation: false,
    warnings: [],
  };
  return { file, tags: {}, photo: { ...photo, widthPx: width, heightPx: height }, inspection };
}

/** Metadata of a photo with only its exposure, in EV at ISO 100. */
export function photoOf(exposureEv: number | undefined): Photo {
  if (exposureEv === undefined) return emptyPhoto;
  return { ...emptyPhoto, exposure: { timeS: 2 ** -exposureEv, fNumber: 1, iso: 100 } };
}
