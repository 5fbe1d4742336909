import {
  type ArgsOf,
  declareKernel,
  f32,
  flag,
  i32,
  integer,
  optional,
  out,
  samples,
  size,
  sizeUpTo,
  u8,
  u16,
} from "../../declaration.ts";

/**
 * Square patches read from the picture itself through a tone curve, less their mean over (2 · radius + 1)²: the samples
 * of one channel go through `lut` first and are averaged then, factor × factor to a pixel, since the tone of a mean is
 * not the mean of tones. With `spline` the coefficients of the cubic B-spline through them (Unser, Aldroubi & Eden
 * 1993), mirrored at the ends. `source` is width × height × channels (1 to 4); `lut` has 65,536 entries and is indexed
 * by the sample scaled to 16 bits. `origins` is {x, y} a patch, of its first pixel; a border of `radius` round it must
 * lie inside. `target` and `clipped` are patches × size × size; `clipped`, where wanted, is 1 where a sample within two
 * pixels reaches `clipAt` (in units of `source`; samples outside the patch and its border are not seen), else 0. Rows
 * are patches.
 */
export const alignPatchesArgs = declareKernel({
  args: {
    source: samples("S", "width", "height", "channels"),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    factor: sizeUpTo(64),
    lut: u16(65536),
    origins: i32("rowEnd", 2),
    size: sizeUpTo(128),
    radius: sizeUpTo(32),
    clipAt: integer(),
    spline: flag,
    target: out(f32("rowEnd", "size", "size")),
    clipped: optional(out(u8("rowEnd", "size", "size"))),
  },
});
export type AlignPatchesArgs = ArgsOf<typeof alignPatchesArgs>;
