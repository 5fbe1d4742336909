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
 * Square patches of one channel of a picture, read through a tone curve, minus their local mean over (2·`radius` + 1)²
 * pixels. The tone curve is applied before factor × factor samples are averaged to a pixel, because the tone of a mean
 * is not the mean of tones. Rows are patches.
 */
export const alignPatchesArgs = declareKernel({
  args: {
    /** 8 or 16 bits. */
    source: samples("S", "width", "height", "channels"),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    /** Samples averaged to a pixel, along each axis. */
    factor: sizeUpTo(64),
    /** Tone curve, indexed by the sample scaled to 16 bits. */
    lut: u16(65536),
    /**
     * x, y of each patch's first pixel, in pixels of factor × factor samples. A border of `radius` pixels around the
     * patch must lie inside the picture.
     */
    origins: i32("rowEnd", 2),
    /** Side of a patch, in pixels. */
    size: sizeUpTo(128),
    radius: sizeUpTo(32),
    /** Sample value from which a sample counts as clipped, in units of `source`. */
    clipAt: integer(),
    /**
     * 1: `target` receives the coefficients of the cubic B-spline through the pixels (Unser, Aldroubi & Eden 1993),
     * mirrored at the ends.
     */
    spline: flag,
    target: out(f32("rowEnd", "size", "size")),
    /** 1 if a sample within two pixels is clipped, else 0. Samples outside the patch and its border are ignored. */
    clipped: optional(out(u8("rowEnd", "size", "size"))),
  },
});
export type AlignPatchesArgs = ArgsOf<typeof alignPatchesArgs>;
