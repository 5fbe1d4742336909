import {
  type ArgsOf,
  declareKernel,
  flag,
  i8,
  i32,
  integer,
  oneOf,
  optional,
  out,
  size,
  sizeUpTo,
  u8,
} from "../declaration.ts";

/** Maximum number of channels of both sources together: 9 · 1024 products of 255 · 128 and a bias fit in 32 bits. */
const maxChannels = 1024;
const maxSize = 2 ** 26;

/**
 * One layer of a small neural network in integer arithmetic: a convolution with `side` × `side` taps, rounded to 8
 * bits. All arrays are row-major with interleaved channels. An output is
 *
 * clamp(zero + ⌊((sum + bias) · factor + 2^(shift − 1)) / 2^shift⌋, 0, 255)
 *
 * without intermediate loss, where sum is the sum of products of a channel. Rows are target rows.
 */
export const convolveArgs = declareKernel({
  rows: "(fineHeight + stride - 1) / stride",
  args: {
    fine: u8("fineWidth", "fineHeight", "fineChannels"),
    /**
     * Second source, enlarged to the size of `fine` by nearest neighbour (column ⌊x · coarseWidth / fineWidth⌋, rows
     * likewise). Its channels follow those of `fine`. If 1 × 1, it applies to the whole picture. Omitted together with
     * its sizes if there is only one source.
     */
    coarse: optional(u8("coarseWidth", "coarseHeight", "coarseChannels")),
    /** −128 to 127, taps row by row. */
    weights: i8("outChannels", "side", "side", "fineChannels + coarseChannels"),
    /** −2^30 to 2^30. */
    bias: i32("outChannels"),
    /** 0 to 2^30. */
    factors: i32("outChannels"),
    /** The central tap of (x, y) is at (x · stride, y · stride). Taps outside the picture are 0. */
    target: out(u8("(fineWidth + stride - 1) / stride", "(fineHeight + stride - 1) / stride", "outChannels")),
    fineWidth: size,
    fineHeight: size,
    fineChannels: sizeUpTo(`${maxChannels} - coarseChannels`),
    coarseWidth: optional(integer(0, maxSize)),
    coarseHeight: optional(integer(0, maxSize)),
    coarseChannels: optional(integer(0, maxChannels)),
    outChannels: sizeUpTo(maxChannels),
    side: oneOf(1, 3),
    stride: oneOf(1, 2),
    /** 1: the picture is periodic in x. */
    wrapX: flag,
    shift: integer(1, 62),
    /** Level that represents 0. If it is 0, negative sums are cut off (ReLU). */
    zero: integer(0, 255),
  },
});
export type ConvolveArgs = ArgsOf<typeof convolveArgs>;
