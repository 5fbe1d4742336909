import type { Mosaic, NoiseModel } from "../../image/index.ts";
import { measuredNoise, noise } from "./params.ts";

/** The model of the file's noisiest channel; if the file has none, an estimate from its ISO speed. */
export function noiseOf({ noise: stated, iso = 100 }: Mosaic): NoiseModel {
  const [first] = [...(stated ?? [])].sort((a, b) => b.scale - a.scale);
  if (first && first.scale > 0) return { scale: first.scale, offset: Math.max(0, first.offset) };
  const scale = Math.min(noise.maxScale, (noise.scaleAtIso100 * iso) / 100);
  return { scale, offset: scale * noise.offsetShare };
}

interface Square {
  /** Light relative to white. */
  readonly light: number;
  /** Variance of one sample, relative to white squared. */
  readonly variance: number;
}

/**
 * Measures noise in the most uniform parts of the data, excluding slopes. In a picture without uniform parts, detail
 * counts as noise, so the result is never lower than the noise.
 */
export function measureNoise(mosaic: Mosaic): NoiseModel {
  const all = measureSquares(mosaic).sort((a, b) => a.light - b.light);
  const dark = all.slice(0, Math.ceil(all.length * measuredNoise.darkShare));
  const offset = evenLevel(dark.map(({ variance }) => variance));
  const lit = all.slice(dark.length);
  const scale = evenLevel(
    lit.map(({ light, variance }) => Math.max(0, variance - offset) / Math.max(light, measuredNoise.minLight)),
  );
  return { scale, offset };
}

function evenLevel(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return (
    Float64Array.from(values).sort()[Math.floor(values.length * measuredNoise.evenShare)] / measuredNoise.evenVariance
  );
}

/** Squares on a grid, without those that contain clipped samples. */
function measureSquares(mosaic: Mosaic): Square[] {
  const { width, height } = mosaic;
  const { marginPx: margin } = measuredNoise;
  const pitch = Math.max(measuredNoise.squarePx, Math.floor(Math.sqrt((width * height) / measuredNoise.squares)));
  const found: Square[] = [];
  const levels = levelsOf(mosaic);
  for (let y = margin; y + measuredNoise.squarePx + margin <= height; y += pitch) {
    for (let x = margin; x + measuredNoise.squarePx + margin <= width; x += pitch) {
      const square = measureSquare(mosaic, levels, x, y);
      if (square) found.push(square);
    }
  }
  return found;
}

function levelsOf({ width, pattern, black, white }: Mosaic) {
  return {
    samples: pattern ? 1 : 3,
    // Distance to the next sample of the same colour: two sites in a Bayer row, three along the diagonal of an X-Trans
    // cell, one pixel in full colour.
    step: pattern ? (pattern.width === 2 ? 2 : 3 + 3 * width) : 3,
    range: Math.max(1, white[1] - black[1]),
    top: Math.min(...white),
    base: Math.min(...black),
  };
}

/** Uses second differences between sites of one colour, whose variance is six times that of a sample. */
function measureSquare(
  { data, width }: Mosaic,
  { samples, step, range, top, base }: ReturnType<typeof levelsOf>,
  x0: number,
  y0: number,
): Square | undefined {
  let sum = 0;
  let light = 0;
  for (let y = y0; y < y0 + measuredNoise.squarePx; y++) {
    for (let i = x0 * samples; i < (x0 + measuredNoise.squarePx) * samples; i++) {
      const at = y * width * samples + i;
      const value = data[at];
      if (value >= top || value === 0) return undefined;
      const curvature = data[at - step] + data[at + step] - 2 * value;
      sum += (curvature * curvature) / 6;
      light += value - base;
    }
  }
  const count = measuredNoise.squarePx * measuredNoise.squarePx * samples;
  return { light: light / count / range, variance: sum / count / range ** 2 };
}
