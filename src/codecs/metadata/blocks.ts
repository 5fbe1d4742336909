/** From the first byte to the one behind the last. */
export type Span = readonly [begin: number, end: number];

/** Metadata as a file holds them: a chunk, a segment, an item. */
export interface MetadataBlock {
  /** `other` is not parsed: only its size counts. */
  readonly kind: "exif" | "xmp" | "profile" | "text" | "other";
  /** Without the framing and the name; of an EXIF block from its TIFF header on. */
  readonly content: Uint8Array;
  /** The content is a zlib stream. */
  readonly isDeflated?: boolean;
  /** Its place in the file, with its framing. */
  readonly span: Span;
}

/** More are not collected: {@link findExcess} refuses them by their number. */
export const mostBlocks = 10_000;

/** A file without these stretches, which rise and do not overlap. */
export function cutOut(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [begin, end] of spans) {
    parts.push(bytes.subarray(at, begin));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** The metadata of a result, before its format frames them; empty blocks are omitted. */
export interface FileBlocks {
  /** A TIFF structure, big-endian: directories 0 and Exif. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM, where the format has a place for them. */
  readonly iptc: Uint8Array;
  /** An XMP packet in UTF-8. */
  readonly xmp: Uint8Array;
}
