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
 * A baseline JPEG's DC coefficients as RGB, an eighth of its size (native/kernels/jpeg/jpeg_dc.cc has the details).
 * Declared alone: its reference is the library's own decoder, which also takes what this one refuses.
 */
export const jpegDcArgs = declareKernel({
  rows: 1,
  args: {
    /** From behind the SOS header to the end of the file. */
    scan: u8(),
    /** DC and AC table of each of three components: 16 counts of codes by length, 256 symbols. */
    tables: u8(3, 2, 272),
    quants: i32(3),
    width: integer(8, 65535),
    height: integer(8, 65535),
    /** Blocks of luminance in an MCU, along each axis. */
    across: oneOf<number>(1, 2),
    down: oneOf<number>(1, 2),
    restartInterval: integer(0),
    target: out(u8("height / 8", "width / 8", 3)),
  },
});
type Shared = ArgsOf<typeof jpegDcArgs>;
/** As one thread calls it: nothing needs to be shared. */
export type JpegDcArgs = {
  readonly [Name in keyof Shared]: Shared[Name] extends Uint8Array
    ? Uint8Array
    : Shared[Name] extends Int32Array
      ? Int32Array
      : Shared[Name];
};

/**
 * A piece of the frame. `start`, `end`: its coded data, from behind the SOS header to the end of the piece, within
 * `bytes`. `rows` to `predictor`: of the JPEG, by its frame header. `left` to `lastWidth`: where its samples go, slices
 * side by side from a corner on, filled one after the other; the last may have another width. `cell`: 2 where the four
 * components are the photosites of a cell of 2 × 2, row by row, and one slice takes them all; else 1.
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

/**
 * Of a Huffman table: how many codes there are of each length from 1 to 16, and the symbols 0 to 16 that they stand
 * for.
 */
export const huffmanBytes = 16 + 17;

/** A JPEG of a lossless process has so many components at most. */
export const mostComponents = 4;

/**
 * Unpacks lossless JPEGs (ITU-T T.81, annex H, Huffman coding) that hold a sensor frame, one a row of the call: samples
 * go to `target`, through `curve` if there is one; those outside of it are skipped. `sound` becomes 1 where the
 * data is all that the head announces: every code exists, every sample has no more than its bits, and EOI follows
 * within a few bytes. Where it becomes 0, what was written is of no use. `tables`: one for each component.
 */
export const unpackLosslessArgs = declareKernel({
  rows: "pieceCount",
  constants: { huffmanBytes, mostComponents },
  records: { losslessPiece },
  args: {
    bytes: u8(),
    pieces: i32("pieceCount", losslessPiece.length),
    tables: u8("pieceCount", mostComponents, huffmanBytes),
    curve: optional(u16(65536)),
    target: out(u16("width", "height")),
    sound: out(u8("pieceCount")),
    pieceCount: size,
    width: size,
    height: size,
  },
});
export type UnpackLosslessArgs = ArgsOf<typeof unpackLosslessArgs>;
