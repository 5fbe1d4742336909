import type { WarningCode } from "../errors/index.ts";
import type { IntegerImage, Mosaic, PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";
import type { MetadataBlock } from "./metadata.ts";
import type { RandomAccess } from "./read-bytes.ts";

/** Formats by content; names of files play no part in them. */
export const formats = ["jpeg", "png", "webp", "tiff", "avif", "heif", "jxl", "raw"] as const;
export type Format = (typeof formats)[number];

export interface DecodeRequest {
  readonly memory: PixelMemory;
  /** More pixels than this are refused with `limits/pixels` before anything is allocated. */
  readonly maxPixels: number;
  /** A file whose decoding needs more memory, by its headers, is refused with `limits/memory`; absent for no limit. */
  readonly maxDecodeBytes?: number;
  /**
   * When given, the picture may come smaller: its longer edge is at least this many pixels where the file has them
   * (shrink-on-load), and at most twice as many. For thumbnails.
   */
  readonly minEdgePx?: number;
  /** Without folders, where known: by DCF, a name says something of the colour space. */
  readonly fileName?: string;
  /** Whether a RAW's sensor data comes with a small copy of the camera's own picture. */
  readonly wantsCameraPicture?: boolean;
  readonly kernels: KernelRunner;
  warn(code: WarningCode, message: string): void;
}

/** Facts of the decode that the report shows. */
export interface DecodeFacts {
  /** Told by the content, never by the name. */
  readonly format: Format;
  /** Bits a sample in the file: 8, 10, 12, 14, 16. */
  readonly sourceBitDepth: number;
  /** The name of the embedded profile, or of the space the container declares. */
  readonly sourceColorSpace: string;
  /** What the pixels came from; `preview` when a RAW's sensor data could not be read. */
  readonly source: "image" | "sensor" | "preview";
}

/**
 * Upright (orientation applied), display sRGB, 3 channels, 8 bits if the file has 8 and 16 bits if it has more.
 */
export interface DecodedImage {
  readonly kind: "image";
  readonly image: IntegerImage;
  readonly facts: DecodeFacts;
  /** A sample for each pixel, 1 where it was opaque and 0 where something was transparent; absent where nothing was. */
  readonly opaque?: Uint8Array;
}

/** Sensor data, still to be developed; orientation is not applied yet. */
export interface DecodedMosaic {
  readonly kind: "mosaic";
  readonly mosaic: Mosaic;
  /**
   * How the camera itself showed it, upright, 100 to some hundred pixels wide; where it was asked for and the file has
   * one. The caller releases its `data`.
   */
  readonly cameraPicture?: IntegerImage;
  readonly facts: DecodeFacts;
}

/** Size as displayed and the like, from headers alone. */
export interface Probe {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorSpace: string;
  /**
   * Why the metadata must not be read, as the end of a sentence that begins with "the file"; absent when it is sound.
   */
  readonly metadataExcess?: string | undefined;
}

/**
 * One format. Foreign errors are wrapped here: `input/corrupt`, `unsupported/variant`, `limits/pixels`. `bytes` is the
 * whole file and is only read.
 */
export interface Codec {
  readonly format: Format;
  /** Whether these are the first bytes (up to {@link sniffBytes}) of such a file. */
  matches(head: Uint8Array): boolean;
  /** Whether `probe` of a file's beginning says the same as of the whole, or rejects; else it wants the whole. */
  readonly probesHead: boolean;
  probe(bytes: Uint8Array, fileName?: string): Promise<Probe>;
  /** The same by reading what it takes of a large file; rejects wherever `probe` is to have the word. */
  readonly probeParts?: (file: RandomAccess) => Promise<Probe>;
  /** The blocks of metadata that the file's first bytes hold; absent where the file itself is a tree of directories. */
  readonly findMetadata?: ((bytes: Uint8Array) => readonly MetadataBlock[]) | undefined;
  decode(bytes: Uint8Array, request: DecodeRequest): Promise<DecodedImage | DecodedMosaic>;
  /**
   * The same by reading the pixels straight to where they stay; `undefined` wherever `decode` of the whole is to have
   * the word.
   */
  readonly decodeParts?: (file: RandomAccess, request: DecodeRequest) => Promise<DecodedMosaic | undefined>;
}

/** How many leading bytes `matches` may look at. */
export const sniffBytes = 4096;
