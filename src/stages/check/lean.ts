import { findLineSegments, percentile, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { lean } from "./params.ts";

/**
 * Degrees that the lines nearest to upright lean, 75th percentile by length: verticals that converge lean most at the
 * sides. Undefined where there are too few.
 */
export async function leanOf({ width, height, data }: SmallCopy, context: StageContext): Promise<number | undefined> {
  const luma = context.memory.f32(width * height);
  await context.kernels.run("cellLuma", { copy: data, target: luma, width }, height);
  const image = { width, height, channels: 1, data: luma, space: "srgb", factor: 1 } as const;
  const longer = Math.max(width, height);
  const window = { around: "vertical", toleranceDeg: lean.windowDeg } as const;
  const lines = await findLineSegments(image, window, lean.leastLength * longer, context);
  context.memory.release(luma);
  const pieces: number[] = [];
  for (const { x1, y1, x2, y2, lengthPx } of lines) {
    const deg = (Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)) * 180) / Math.PI;
    for (let k = 0; k < lengthPx; k += lean.piecePx) pieces.push(deg);
  }
  return pieces.length * lean.piecePx < lean.leastTotal * longer
    ? undefined
    : percentile(Float32Array.from(pieces), lean.percentile);
}
