import { type ArgsOf, declareKernel, f32, integer, number, oneOf, out, single, size, u16 } from "../../declaration.ts";

/**
 * Multiplies what lies above `pedestal` by a smooth field, in place: every `rowPitch`th row and `colPitch`th column of
 * the rectangle [left, right) × [top, bottom), channels [plane, plane + planes) of `samples` interleaved ones. The
 * field is the bilinear surface through grid[(v · pointsH + h) · mapPlanes + p] at h = x · stepX + originX, v = y ·
 * stepY + originY, constant beyond its borders; channel plane + k takes map plane min(k, mapPlanes − 1). Rows are the
 * picture's.
 */
export const gainFieldArgs = declareKernel({
  rows: "height",
  args: {
    data: out(u16("width", "height", "samples")),
    grid: f32("pointsV", "pointsH", "mapPlanes"),
    width: size,
    height: size,
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
    stepX: number,
    stepY: number,
    originX: number,
    originY: number,
    pedestal: single,
  },
});
export type GainFieldArgs = ArgsOf<typeof gainFieldArgs>;
