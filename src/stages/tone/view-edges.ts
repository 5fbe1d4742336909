import { boxMean } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { columnsBeside } from "./sphere.ts";
import { type Copy, viewShare } from "./view-mean.ts";

/** Steps of luma (display values a pixel) where views end at which they are glow, and at which they are windows. */
const [glowTo, edgeFrom] = [0.03, 0.045];

/** The most that one step counts, so that one bright frame does not speak for the whole outline. */
const mostStep = 0.1;

/**
 * The views without those that fade out: a window ends at its frame, the glow round the moon, a lamp or the sun at
 * nothing. What counts is the mean step of luma where the views near by change, each change weighing as much as it is.
 * Of real windows it is 0.057 and above, round the moon 0.023.
 */
export function endAtEdges({ width, height, wrapX }: Copy, views: Float32Array, luma: Float32Array): Float32Array {
  if (views.every((view) => view === 0)) return views;
  const changes = new Float32Array(views.length);
  const steps = new Float32Array(views.length);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const row = y * width;
      const [left, right] = columnsBeside(x, width, wrapX);
      const slope = (plane: Float32Array) =>
        Math.sqrt((plane[row + right] - plane[row + left]) ** 2 + (plane[below + x] - plane[above + x]) ** 2) / 2;
      changes[row + x] = slope(views);
      steps[row + x] = changes[row + x] * Math.min(mostStep, slope(luma));
    }
  }
  const radius = Math.max(1, Math.round(Math.max(width, height) * viewShare));
  const [change, step] = [changes, steps].map((data) => boxMean({ width, height, data }, radius, wrapX));
  return views.map((view, i) => view * ramp(step[i] / Math.max(1e-6, change[i]), glowTo, edgeFrom));
}
