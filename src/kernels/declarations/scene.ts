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

/** Both sources have so many channels together at most: 9 · 1024 products of 255 · 128 and a bias fit 32 bits. */
const mostChannels = 1024;
const mostSize = 2 ** 26;

/**
 * One layer of a small neural network, in whole numbers: a convolution with `side` × `side` taps, rounded to 8 bits.
 * All is row-major with interleaved channels.
 *
 * `fine` is fineWidth × fineHeight × fineChannels. `coarse`, coarseWidth × coarseHeight × coarseChannels, is enlarged
 * to the size of `fine` by nearest neighbour (column ⌊x · coarseWidth / fineWidth⌋, rows alike), and its channels
 * follow those of `fine`; one of 1 × 1 lies under the whole picture. It is absent together with its sizes where there
 * is only one source. At most 1024 channels in all.
 *
 * `target` is ⌈fineWidth / stride⌉ × ⌈fineHeight / stride⌉ × outChannels; the middle tap of (x, y) lies at
 * (x · stride, y · stride). Taps outside of the picture are 0; with `wrapX` 1 the picture is periodic in x. `weights`
 * (−128 to 127) is outChannels × side × side × channels, taps row by row. A channel of the output is what its sum of
 * products becomes by its `bias` (−2^30 to 2^30) and its `factor` (0 to 2^30):
 *
 * clamp(zero + ⌊((sum + bias) · factor + 2^(shift − 1)) / 2^shift⌋, 0, 255)
 *
 * without loss in between. `zero` is the level that means 0; if it is 0, negative sums are cut off (ReLU). Rows
 * are the target's.
 */
export const convolveArgs = declareKernel({
  rows: "(fineHeight + stride - 1) / stride",
  args: {
    fine: u8("fineWidth", "fineHeight", "fineChannels"),
    coarse: optional(u8("coarseWidth", "coarseHeight", "coarseChannels")),
    weights: i8("outChannels", "side", "side", "fineChannels + coarseChannels"),
    bias: i32("outChannels"),
    factors: i32("outChannels"),
    target: out(u8("(fineWidth + stride - 1) / stride", "(fineHeight + stride - 1) / stride", "outChannels")),
    fineWidth: size,
    fineHeight: size,
    fineChannels: sizeUpTo(`${mostChannels} - coarseChannels`),
    coarseWidth: optional(integer(0, mostSize)),
    coarseHeight: optional(integer(0, mostSize)),
    coarseChannels: optional(integer(0, mostChannels)),
    outChannels: sizeUpTo(mostChannels),
    side: oneOf(1, 3),
    stride: oneOf(1, 2),
    wrapX: flag,
    shift: integer(1, 62),
    zero: integer(0, 255),
  },
});
export type ConvolveArgs = ArgsOf<typeof convolveArgs>;
