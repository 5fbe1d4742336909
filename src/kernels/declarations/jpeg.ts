import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  i32,
  integer,
  oneOf,
  optional,
  out,
  size,
  u8,
  u16,
} from "../declaration.ts";

/**
 * Decodes a baseline JPEG (ITU-T T.81, sequential Huffman, 8 bits, Y Cb Cr in one scan, Cb and Cr with one block an
 * MCU) at an eighth of its size, from DC coefficients only; native/kernels/jpeg/jpeg_dc.cc has the details. It has no
 * reference implementation: the library's own decoder, which also reads what this one rejects, is its reference.
 */
export const jpegDcArgs = declareKernel({
  rows: 1,
  args: {
    /** Everything after the SOS header, to the end of the file. */
    scan: u8(),
    /** DC and AC table of each of the three components: 16 counts of codes by length, 256 symbols. */
    tables: u8(3, 2, 272),
    /** Quantizer of the DC coefficient of each component. */
    quants: i32(3),
    width: integer(8, 65535),
    height: integer(8, 65535),
    /** Blocks of luminance in an MCU, along each axis. */
    across: oneOf<number>(1, 2),
    down: oneOf<number>(1, 2),
    /** MCUs between restart markers; 0: none. */
    restartInterval: integer(0),
    /** Interleaved RGB; incomplete blocks are skipped. */
    target: out(u8("height / 8", "width / 8", 3)),
  },
});
type Shared = ArgsOf<typeof jpegDcArgs>;
/** Arguments as a single thread passes them, without shared memory. */
export type JpegDcArgs = {
  readonly [Name in keyof Shared]: Shared[Name] extends Uint8Array
    ? Uint8Array
    : Shared[Name] extends Int32Array
      ? Int32Array
      : Shared[Name];
};

/**
 * A piece of the frame, which is one JPEG. `start`, `end`: range of its coded data in `bytes`, from after the SOS
 * header to the end of the piece. `rows` to `predictor`: as the JPEG's headers give them. `left` to `lastWidth`: where
 * its samples go: slices next to each other, from a corner on, filled one after the other; the last one can have
 * another width. `cell`: 2 if the four components are the photosites of a 2 × 2 cell, row by row, and one slice takes
 * all samples; otherwise 1.
 */
export const losslessPiece = declareRecord(
  "start",
  "end",
  "rows",
  "columns",
  "components",
  "bits",
  "predictor",
  "left",
  "top",
  "height",
  "slices",
  "sliceWidth",
  "lastWidth",
  "cell",
);

/** Bytes of a Huffman table: the number of codes of each length from 1 to 16, then their symbols, 0 to 16. */
export const huffmanBytes = 16 + 17;

/** Maximum number of components of a lossless JPEG. */
export const maxComponents = 4;

/**
 * Unpacks lossless JPEGs (ITU-T T.81, annex H, Huffman coding; process 14, without restarts or subsampling) that hold a
 * sensor frame. Rows are pieces.
 */
export const unpackLosslessArgs = declareKernel({
  rows: "pieceCount",
  constants: { huffmanBytes, maxComponents },
  records: { losslessPiece },
  args: {
    bytes: u8(),
    /** One {@link losslessPiece} each. */
    pieces: i32("pieceCount", losslessPiece.length),
    /** One table for each component. */
    tables: u8("pieceCount", maxComponents, huffmanBytes),
    /** Applied to every sample. */
    curve: optional(u16(65536)),
    /** Samples outside are skipped. */
    target: out(u16("width", "height")),
    /**
     * 1 if the data matches its headers: every code exists, no sample has more than its bits, and EOI follows within a
     * few bytes. If 0, the samples written for the piece are invalid.
     */
    sound: out(u8("pieceCount")),
    pieceCount: size,
    width: size,
    height: size,
  },
});
export type UnpackLosslessArgs = ArgsOf<typeof unpackLosslessArgs>;
