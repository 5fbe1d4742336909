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
  OutputStream,
  ProgressOptions,
  ReferenceCallOptions,
  Source,
  Summarized,
  SummarizedSource,
  Thumbnail,
} from "./pipeline/calls/index.ts";
import type { FailedFile, GroupOutcome, Inspection } from "./pipeline/finding/index.ts";
import type { HouseReading } from "./pipeline/house-reading.ts";
import type { Delivered, ReturnedPicture, StreamedPicture, WrittenPicture } from "./pipeline/making/index.ts";
import type {
  DevelopOptions,
  EnhanceOptions,
  GroupOptions,
  MergeOptions,
  ThumbnailOptions,
} from "./pipeline/options.ts";
import type { Step } from "./pipeline/stages.ts";
import type { CameraCoverage, LensCoverage } from "./stages/lens/index.ts";
import type { Look } from "./stages/tone/index.ts";

/**
 * What the library does, call by call. A **set** is the photographs that make one picture: a bracket, or a single file.
 * `group` finds the sets of a shoot and returns them as `groups`; the option `groups` sets them by hand, as lists of
 * names.
 *
 * Every call rejects with an `EngineError`, whose `kind` says who must act.
 */
export interface Engine extends AsyncDisposable {
  /** Which kernels run; both give the same bytes. */
  readonly kernels: KernelImplementation;
  /** Reads the headers of one file. */
  inspect(source: Source, options?: CallOptions): Promise<Inspection>;
  /** Reads the headers of many files at once, in order, with an error instead of each file that fails. */
  inspectAll(
    sources: readonly Source[],
    options?: CallOptions & ProgressOptions<"headers">,
  ): Promise<(Inspection | FailedFile)[]>;
  /**
   * The lenses that can be corrected: those whose maker, model and mounts contain every word of `query`; all of them by
   * default.
   */
  lenses(query?: string): Promise<LensCoverage[]>;
  /**
   * The cameras that are known, with their mounts and crop factors: those whose maker, model and mount contain every
   * word of `query`; all of them by default.
   */
  cameras(query?: string): Promise<CameraCoverage[]>;
  /** A small JPEG of one file, decoded no larger than necessary. */
  thumbnail(source: Source, options?: ThumbnailOptions & CallOptions): Promise<Thumbnail>;
  /** Small JPEGs of many files, in order, with an error instead of each file that fails. */
  thumbnailAll(
    sources: readonly Source[],
    options?: ThumbnailOptions & CallOptions & ProgressOptions<"pictures">,
  ): Promise<(Thumbnail | FailedFile)[]>;
  /**
   * Reads each file once for everything that `group` and `readHouse` need, in order, with an error instead of each file
   * that fails. In the same version of the engine, those calls accept the summaries, as `{ name, summary }`, instead of
   * the files and return the same results. XMP files next to the photographs are not included.
   */
  summarize(
    sources: readonly Source[],
    options?: CallOptions & ProgressOptions<"headers">,
  ): Promise<(Summarized | FailedFile)[]>;
  /**
   * Finds the sets of a shoot. Every file is in exactly one set or in `failed`. Rejects with `input/summary` if a
   * summary cannot be used, for example one of another version; pass the files then.
   */
  group(
    sources: readonly (Source | SummarizedSource)[],
    options?: GroupOptions & GroupCallOptions,
  ): Promise<GroupOutcome>;
  /** Frames of one set, aligned and fused, nothing else done: written to `output`. */
  merge(sources: readonly Source[], options: MergeOptions & MergeCallOptions & ToFile): Promise<WrittenPicture>;
  /** Frames of one set, aligned and fused, nothing else done: written to the stream `output`. */
  merge(sources: readonly Source[], options: MergeOptions & MergeCallOptions & ToStream): Promise<StreamedPicture>;
  /** Frames of one set, aligned and fused, nothing else done: returned as bytes. */
  merge(sources: readonly Source[], options?: MergeOptions & MergeCallOptions & ToBytes): Promise<ReturnedPicture>;
  /** Frames of one set, aligned and fused, nothing else done. */
  merge(sources: readonly Source[], options?: MergeOptions & MergeCallOptions): Promise<Delivered>;
  /** One file decoded to display sRGB, not enhanced: written to `output`. */
  develop(source: Source, options: DevelopOptions & PictureOptions & ToFile): Promise<WrittenPicture>;
  /** One file decoded to display sRGB, not enhanced: written to the stream `output`. */
  develop(source: Source, options: DevelopOptions & PictureOptions & ToStream): Promise<StreamedPicture>;
  /** One file decoded to display sRGB, not enhanced: returned as bytes. */
  develop(source: Source, options?: DevelopOptions & PictureOptions & ToBytes): Promise<ReturnedPicture>;
  /** One file decoded to display sRGB, not enhanced. */
  develop(source: Source, options?: DevelopOptions & PictureOptions): Promise<Delivered>;
  /** Frames of one set to one finished picture, written to `output`. */
  enhance(sources: readonly Source[], options: EnhanceOptions & PictureCallOptions & ToFile): Promise<WrittenPicture>;
  /** Frames of one set to one finished picture, written to the stream `output`. */
  enhance(
    sources: readonly Source[],
    options: EnhanceOptions & PictureCallOptions & ToStream,
  ): Promise<StreamedPicture>;
  /** Frames of one set to one finished picture, returned as bytes. */
  enhance(
    sources: readonly Source[],
    options?: EnhanceOptions & PictureCallOptions & ToBytes,
  ): Promise<ReturnedPicture>;
  /** Frames of one set to one finished picture. */
  enhance(sources: readonly Source[], options?: EnhanceOptions & PictureCallOptions): Promise<Delivered>;
  /**
   * What the rooms of a run show about each other, from a small copy of every set: for each set, in order, the option
   * `house` of `enhance`, with the same values that `enhanceBatch` uses. Plain JSON; `undefined` for sets that cannot
   * be read or have nothing in common with others (neither a room nor by a camera whose focal length the others show),
   * or if `oneHouse` is off. Rejects with `input/summary` as `group` does.
   */
  readHouse(
    sets: readonly (readonly (Source | SummarizedSource)[])[],
    options?: EnhanceOptions & CallOptions & ProgressOptions<"sets">,
  ): Promise<(HouseReading | undefined)[]>;
  /** The look that finished pictures have in common, compared with their photographs, if given. Plain JSON. */
  learnLook(examples: LookExamples<Source>, options?: CallOptions & ProgressOptions<"pictures">): Promise<Look>;
  /** A whole shoot: grouped, then every set finished; one bad file or set fails alone. */
  enhanceBatch(sources: readonly Source[], options?: EnhanceOptions & BatchOptions): AsyncGenerator<BatchEvent>;
  /** Waits for running work, ends threads and processes. Calls made afterwards reject with `cancelled`. */
  close(): Promise<void>;
  /** Closes the engine at the end of a block that has `await using engine = createEngine()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Destination and progress of the single picture of `merge` and `develop`: `done` of `total` steps are finished. A call
 * skips steps that it does not need, and returns to an earlier step if a picture is made again.
 */
export interface PictureOptions extends OutputOptions, ProgressOptions<Step> {}

/** Options of the call `merge` in addition to those of its stages. */
export interface MergeCallOptions extends PictureOptions, ReferenceCallOptions {}

/** Options of the call `enhance` in addition to those of its stages. */
export interface PictureCallOptions extends MergeCallOptions, LookCallOptions, HouseCallOptions {}

/** A call with an output: the picture is written to it. */
export interface ToFile {
  /** The file that the picture is written to: a path or a `file:` URL, whose extension chooses the format. */
  readonly output: string | URL;
}

/** A call whose output is a stream: the picture is written to it. */
export interface ToStream {
  /**
   * The stream that the picture is written to once it is finished, in `format`, no faster than the stream takes it;
   * then the stream is ended. A stream that fails or closes early ends the call with `io/write`. A cancelled call
   * closes the stream; one that fails otherwise before the first byte leaves it open.
   */
  readonly output: OutputStream;
}

/** A call without an output: the picture is returned as bytes. */
export interface ToBytes {
  /** Absent: the picture is returned as `bytes`. */
  readonly output?: undefined;
}
