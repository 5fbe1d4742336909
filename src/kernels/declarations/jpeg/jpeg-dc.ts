import { type ArgsOf, declareKernel, i32, integer, oneOf, out, u8 } from "../../declaration.ts";

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
