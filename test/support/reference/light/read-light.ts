import { lumaSteps, minStops, stepsPerStop, stopEntries } from "../../../../src/kernels/index.ts";

/** A table over stops, read linearly; constant beyond its ends. */
export function readStops(table: Float32Array, stops: number): number {
  const at = Math.min(stopEntries - 1, Math.max(0, (stops - minStops) * stepsPerStop));
  const first = Math.min(stopEntries - 2, Math.floor(at));
  return table[first] + (table[first + 1] - table[first]) * (at - first);
}

interface Readings {
  readonly stops: Float32Array;
  readonly logLight: Float32Array;
  readonly trust: Float32Array;
}

/** Scene light at a pixel: the mean of the readings of all frames, darkest first, weighted by trust. */
export function readLight(lumas: readonly number[], { stops, logLight, trust }: Readings): number {
  let [sum, total] = [0, 0];
  for (const [k, luma] of lumas.entries()) {
    const step = Math.floor(luma * lumaSteps + 0.5);
    const isExtreme = (k === 0 && luma > 0.5) || (k === lumas.length - 1 && luma < 0.5);
    const weight = trust[step] + (isExtreme ? 1e-4 : 0);
    sum += weight * (logLight[step] - stops[k]);
    total += weight;
  }
  return sum / total;
}
