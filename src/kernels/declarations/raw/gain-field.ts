import { type ArgsOf, declareKernel, f32, integer, number, oneOf, out, single, size, u16 } from "../../declaration.ts";

/**
 * Multiplies the part of samples above `pedestal` by a smooth field, in place: every `rowPitch`th row and `colPitch`th
 * column of the rectangle [left, right) × [top, bottom), channels [plane, plane + planes). Rows are the picture's.
 */
export const gainFieldArgs = declareKernel({
  rows: "height",
  args: {
    data: out(u16("width", "height", "samples")),
    /**
     * The field at grid points, grid[(v · pointsH + h) · mapPlanes + p]; bilinear in between, constant outside. Channel
     * plane + k uses map plane min(k, mapPlanes − 1).
     */
    grid: f32("pointsV", "pointsH", "mapPlanes"),
    width: size,
    height: size,
    /** Interleaved samples a pixel. */
    samples: oneOf<number>(1, 3),
    top: integer(0, "bottom"),
    left: integer(0, "right"),
    bottom: integer(0, "height"),
    right: integer(0, "width"),
    rowPitch: size,
    colPitch: size,
    plane: integer(0, "samples - planes"),
    planes: size,
    pointsV: size,
    pointsH: size,
    mapPlanes: size,
    /** Pixel (x, y) is at h = x · stepX + originX, v = y · stepY + originY. */
    stepX: number,
    stepY: number,
    originX: number,
    originY: number,
    pedestal: single,
  },
});
export type GainFieldArgs = ArgsOf<typeof gainFieldArgs>;
