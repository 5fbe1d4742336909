import { type ArgsOf, declareKernel, i32, integer, oneOf, out, u8 } from "../../declaration.ts";

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
