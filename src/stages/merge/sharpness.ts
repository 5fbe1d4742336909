import { lookUp } from "../../ops/index.ts";
import type { PairSample } from "./frame-evidence.ts";
import { samples, slopes } from "./params.ts";

/** Steepness of the edges of one frame relative to another at the same places. */
interface SharpnessComparison {
  /** Median, in octaves; −1 means edges twice as wide. */
  readonly octaves: number;
  /** Quantiles 0.2 and 0.8 over the places. */
  readonly lower: number;
  readonly upper: number;
  /** Number of places with a measurement. */
  readonly places: number;
}

/** Steepness of the edges of one sample in one direction. */
interface Steepness {
  /** Slope of the steepest edges in stops per pixel, with noise subtracted; 0 if no edge rises above it. */
  readonly edges: number;
  /** Slope that noise alone would give, in stops per pixel. */
  readonly noise: number;
}

/**
 * Sharpness of the first frame relative to the second, horizontally and vertically. Compares light, by a table from
 * display values to stops, so that edges are the same in frames of different exposures. Noise, which is stronger in the
 * darker frame, is subtracted by its spread in each sample.
 */
export function compareSharpness({ tiles }: PairSample, light: Float32Array): readonly SharpnessComparison[] {
  const lights = tiles.map((each) => each.map((value) => lookUp(light, value)));
  const area = samples.edge * samples.edge;
  return [1, samples.edge].map((step) => {
    const octaves: number[] = [];
    for (let start = 0; start < tiles[0].length; start += area) {
      const [first, second] = lights.map((light) => steepnessAlong(light, start, step));
      const sharper = Math.max(first.edges, second.edges);
      if (sharper < slopes.clear * Math.max(first.noise, second.noise, slopes.blunt)) continue;
      const ratio = Math.log2(Math.max(first.edges, 1e-6) / Math.max(second.edges, 1e-6));
      octaves.push(Math.min(slopes.maxOctaves, Math.max(-slopes.maxOctaves, ratio)));
    }
    octaves.sort((a, b) => a - b);
    const at = (share: number) => (octaves.length === 0 ? 0 : octaves[Math.floor((octaves.length - 1) * share)]);
    return { octaves: at(0.5), lower: at(slopes.lower), upper: at(slopes.upper), places: octaves.length };
  });
}

/** Slopes of a sample by Sobel's operator: the difference along one axis, smoothed along the other. */
function steepnessAlong(light: Float32Array, start: number, step: number): Steepness {
  const across = step === 1 ? samples.edge : 1;
  const counts = new Int32Array(slopes.classes);
  for (let y = 1; y < samples.edge - 1; y++) {
    const row = start + y * samples.edge;
    for (let i = row + 1; i < row + samples.edge - 1; i++) {
      const middle = light[i + step] - light[i - step];
      const before = light[i + step - across] - light[i - step - across];
      const after = light[i + step + across] - light[i - step + across];
      const slope = Math.abs(2 * middle + before + after) / 8;
      counts[Math.min(slopes.classes - 1, Math.floor(slope * slopes.classes))]++;
    }
  }
  const pixels = (samples.edge - 2) ** 2;
  const noise = (slopes.noiseSpread * quantile(counts, pixels / 2)) / slopes.classes;
  const steep = quantile(counts, pixels * (1 - slopes.edgeShare)) / slopes.classes;
  return { edges: Math.sqrt(Math.max(0, steep * steep - noise * noise)), noise };
}

function quantile(counts: Int32Array, rank: number): number {
  let below = 0;
  let i = 0;
  while (i < slopes.classes - 1 && below + counts[i] < rank) below += counts[i++];
  return i + 0.5;
}
