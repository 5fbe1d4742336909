import type { WarningCode } from "../errors/index.ts";
import type { IntegerImage, Mosaic, PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";
import type { MetadataBlock } from "./metadata.ts";
import type { RandomAccess } from "./read-bytes.ts";

/** Formats, detected by content regardless of file names. */
export const formats = ["jpeg", "png", "webp", "tiff", "avif", "heif", "jxl", "raw"] as const;
export type Format = (typeof formats)[number];

export interface DecodeRequest {
  readonly memory: PixelMemory;
  /** Maximum number of pixels; larger pictures are refused with `limits/pixels` before anything is allocated. */
  readonly maxPixels: number;
  /**
   * Maximum memory for decoding in bytes, estimated from the headers; beyond it a file is refused with `limits/memory`.
   * Absent for no limit.
   */
  readonly maxDecodeBytes?: number;
  /**
   * For thumbnails: minimum longer edge in pixels. If given, shrink-on-load may return a smaller picture, whose longer
   * edge is at most twice this, and at least this if the file has as many pixels.
   */
  readonly minEdgePx?: number;
  /** File name without folders, if known: in DCF, names indicate the colour space. */
  readonly fileName?: string;
  /** Whether to return a small copy of the camera's own picture with a RAW's sensor data. */
  readonly wantsCameraPicture?: boolean;
  readonly kernels: KernelRunner;
  warn(code: WarningCode, message: string): void;
}

/** Facts of the decode that the report shows. */
export interface DecodeFacts {
  /** Format, detected from the content, not from the name. */
  readonly format: Format;
  /** Bits per sample in the file: 8, 10, 12, 14, 16. */
  readonly sourceBitDepth: number;
  /** Name of the embedded profile, or of the colour space that the container declares. */
  readonly sourceColorSpace: string;
  /** Source of the pixels; `preview` if a RAW's sensor data could not be read. */
  readonly source: "image" | "sensor" | "preview";
}

/**
 * Upright (orientation applied), display sRGB, 3 channels, 8 bits if the file has 8 and 16 bits if it has more.
 */
export interface DecodedImage {
  readonly kind: "image";
  readonly image: IntegerImage;
  readonly facts: DecodeFacts;
  /** One sample per pixel, 1 if it was opaque and 0 otherwise; absent if all were opaque. */
  readonly opaque?: Uint8Array;
}

/** Sensor data, still to be developed; orientation is not applied yet. */
export interface DecodedMosaic {
  readonly kind: "mosaic";
  readonly mosaic: Mosaic;
  /**
   * The camera's own rendering, upright, 100 to several hundred pixels wide; present if requested and in the file. The
   * caller releases its `data`.
   */
  readonly cameraPicture?: IntegerImage;
  readonly facts: DecodeFacts;
}

/** Size as displayed and other facts, read only from headers. */
export interface Probe {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorSpace: string;
  /**
   * Why the metadata must not be read, as the end of a sentence that begins with "the file"; absent if it is sound.
   */
  readonly metadataExcess?: string | undefined;
}

/**
 * Codec of one format. Wraps foreign errors: `input/corrupt`, `unsupported/variant`, `limits/pixels`. `bytes` is the
 * whole file and is read-only.
 */
export interface Codec {
  readonly format: Format;
  /** Whether these are the first bytes (up to {@link sniffBytes}) of such a file. */
  matches(head: Uint8Array): boolean;
  /**
   * Whether `probe` accepts the start of a file, and then returns the same as for the whole file or rejects; if false,
   * it needs the whole file.
   */
  readonly probesHead: boolean;
  probe(bytes: Uint8Array, fileName?: string): Promise<Probe>;
  /** Like `probe`, but reads only the necessary parts of a large file; rejects if `probe` must be used. */
  readonly probeParts?: (file: RandomAccess) => Promise<Probe>;
  /** Finds the metadata blocks in the file's first bytes; absent if the file itself is a tree of directories. */
  readonly findMetadata?: ((bytes: Uint8Array) => readonly MetadataBlock[]) | undefined;
  decode(bytes: Uint8Array, request: DecodeRequest): Promise<DecodedImage | DecodedMosaic>;
  /**
   * Like `decode`, but reads the pixels directly into their final memory; `undefined` if `decode` must be used.
   */
  readonly decodeParts?: (file: RandomAccess, request: DecodeRequest) => Promise<DecodedMosaic | undefined>;
}

/** Maximum number of leading bytes that `matches` reads. */
export const sniffBytes = 4096;
