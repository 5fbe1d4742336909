import { type F32, luminanceWeights } from "../image/index.ts";
import type { SmallImage } from "./shrink.ts";
import type { Tools } from "./tools.ts";

/** Gradients of a small picture's luminance, where they are strong enough to be meaningful. */
export interface LevelLines {
  readonly width: number;
  readonly height: number;
  /** Weighted display values, smoothed. */
  readonly light: F32;
  /** In full scale a pixel; 0 where the gradient is weak or outside the requested directions. */
  readonly magnitude: F32;
  /** Unit vectors of the gradients where `magnitude` is not 0; lines are perpendicular to them. */
  readonly directionX: F32;
  readonly directionY: F32;
}

/** Lines to find: those within `toleranceDeg` (to 90) of vertical or horizontal. */
export interface LineWindow {
  readonly around: "vertical" | "horizontal";
  readonly toleranceDeg: number;
}

/**
 * Minimum magnitude; the angle of weaker gradients is noise: q / sin τ of LSD (Grompone von Gioi et al. 2010, eq. 1),
 * where τ is the tolerance of 22.5°. Smoothing reduces q, their 2 levels of 8 bits, by more than half.
 */
const MIN_MAGNITUDE = 1 / 255 / Math.sin(Math.PI / 8);

/**
 * Gradients of the smoothed picture by Scharr's operator (2000), whose angle error is below 0.2° in every direction.
 * Without smoothing, an edge narrower than a pixel would seem to follow the grid. The outermost pixels have no
 * gradient. The caller releases the planes.
 */
export async function levelLinesOf(image: SmallImage, window: LineWindow, tools: Tools): Promise<LevelLines> {
  const { data, width, height, channels } = image;
  const plane = () => tools.memory.f32(width * height);
  const lines = { width, height, light: plane(), magnitude: plane(), directionX: plane(), directionY: plane() };
  const limit = Math.tan((Math.min(89.99, window.toleranceDeg) * Math.PI) / 180);
  const [maxSlopeX, maxSlopeY] = window.around === "vertical" ? [Infinity, limit] : [limit, Infinity];
  const [red, green, blue] = luminanceWeights;
  const weights = { channels: channels === 1 ? 1 : 3, red, green, blue } as const;
  const limits = { minMagnitude: MIN_MAGNITUDE, maxSlopeX, maxSlopeY };
  await tools.kernels.run("levelLines", { source: data, ...lines, ...weights, ...limits }, height);
  return lines;
}
