import type { KernelImplementation } from "./kernels/index.ts";
import type {
  BatchEvent,
  BatchOptions,
  CallOptions,
  GroupCallOptions,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  OutputOptions,
  Thumbnail,
} from "./pipeline/calls/index.ts";
import type { Source } from "./pipeline/disk/index.ts";
import type { FailedFile, GroupOutcome, Inspection } from "./pipeline/finding/index.ts";
import type { HouseTold } from "./pipeline/house-told.ts";
import type { Delivered } from "./pipeline/making/index.ts";
import type {
  DevelopOptionsInput,
  EnhanceOptionsInput,
  GroupOptionsInput,
  MergeOptionsInput,
  ThumbnailOptionsInput,
} from "./pipeline/options.ts";
import type { LensCoverage } from "./stages/lens/index.ts";
import type { Look } from "./stages/tone/index.ts";

/** What the library does, call by call. */
export interface Engine {
  /** Which kernels run; both give the same bytes. */
  readonly kernels: KernelImplementation;
  /** Headers of one file. */
  inspect(source: Source, options?: CallOptions): Promise<Inspection>;
  /** Headers of many files in one go, in order; a file that fails gives its error in its place. */
  inspectAll(sources: readonly Source[], options?: CallOptions): Promise<(Inspection | FailedFile)[]>;
  /**
   * The lenses that can be corrected: those whose maker, model and mounts contain every word of `query`; all of them by
   * default.
   */
  lenses(query?: string): Promise<LensCoverage[]>;
  /** A small JPEG of one file, decoded no larger than it must be. */
  thumbnail(source: Source, options?: ThumbnailOptionsInput & CallOptions): Promise<Thumbnail>;
  /** Small JPEGs of many files, in order; a file that fails gives its error in its place. */
  thumbnailAll(
    sources: readonly Source[],
    options?: ThumbnailOptionsInput & CallOptions,
  ): Promise<(Thumbnail | FailedFile)[]>;
  /** Which files belong together. Every file is in exactly one group or in `failed`. */
  group(sources: readonly Source[], options?: GroupOptionsInput & GroupCallOptions): Promise<GroupOutcome>;
  /** Frames of one set, aligned and fused, nothing else done. */
  merge(sources: readonly Source[], options?: MergeOptionsInput & OutputOptions): Promise<Delivered>;
  /** One file decoded to display sRGB, not enhanced. */
  develop(source: Source, options?: DevelopOptionsInput & OutputOptions): Promise<Delivered>;
  /** Frames of one set to one finished picture. */
  enhance(sources: readonly Source[], options?: EnhanceOptionsInput & PictureCallOptions): Promise<Delivered>;
  /**
   * What the rooms of a run tell each other, one look over a small copy of every set: for each set, in order, the
   * `house` of its `enhance`, as `enhanceBatch` has it. Plain JSON; `undefined` for what cannot be read or is told
   * nothing (neither a room nor of a camera whose focal length the others tell), or where `oneHouse` is off.
   */
  readHouse(
    sets: readonly (readonly Source[])[],
    options?: EnhanceOptionsInput & CallOptions,
  ): Promise<(HouseTold | undefined)[]>;
  /** The look that finished pictures have in common, against what they were made of where that is given. Plain JSON. */
  learnLook(examples: LookExamples<Source>, options?: CallOptions): Promise<Look>;
  /** A whole shoot: grouped, then every set finished; one bad file or set fails alone. */
  enhanceBatch(sources: readonly Source[], options?: EnhanceOptionsInput & BatchOptions): AsyncGenerator<BatchEvent>;
  /** Waits for running work, ends threads and processes. */
  close(): Promise<void>;
}

export type PictureCallOptions = OutputOptions & LookCallOptions & HouseCallOptions;
