import { findLineSegments, percentile, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** Degrees from upright within which lines may be pictures of upright edges. */
const windowDeg = 20;
/** Shortest line, and least total length of all lines, as shares of the longer edge; less is not evidence. */
const [leastLength, leastTotal] = [0.05, 0.6];

/**
 * Degrees that the lines nearest to upright lean, 75th percentile by length: verticals that converge lean most at the
 * sides. Undefined where there are too few.
 */
export async function leanOf({ width, height, data }: SmallCopy, context: StageContext): Promise<number | undefined> {
  const luma = context.memory.f32(width * height);
  await context.kernels.run("cellLuma", { copy: data, target: luma, width }, height);
  const image = { width, height, channels: 1, data: luma, space: "srgb", factor: 1 } as const;
  const longer = Math.max(width, height);
  const window = { around: "vertical", toleranceDeg: windowDeg } as const;
  const lines = await findLineSegments(image, window, leastLength * longer, context);
  context.memory.release(luma);
  const pieces: number[] = [];
  for (const { x1, y1, x2, y2, lengthPx } of lines) {
    const deg = (Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)) * 180) / Math.PI;
    for (let k = 0; k < lengthPx; k += 4) pieces.push(deg);
  }
  return pieces.length * 4 < leastTotal * longer ? undefined : percentile(Float32Array.from(pieces), 0.75);
}
