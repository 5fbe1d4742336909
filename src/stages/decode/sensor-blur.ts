import type { Mosaic, NoiseModel } from "../../image/index.ts";

/** Blurs that sensors behind lenses have; nothing else is believed. */
const plausible = { least: 0.45, most: 0.75 };

/** Greens that are compared: the brighter of two lies between these shares of white. */
const telling = { least: 0.08, most: 0.8 };

/** The darker of two counts as no darker than so many standard deviations of noise. */
const noiseSigmas = 4;

/** So many of a million pairs are steeper than what is taken for the steepest, which may be a speck. */
const specksPerMillion = 30;

/** Steps of the ratio's natural logarithm, and how many. */
const stepLog = 0.02;
const steps = 300;

/** Fewer pairs tell nothing. */
const leastPairs = 500;

/** About so many rows are looked at. */
const rows = 400;

/**
 * How much a lens and its sensor blur, as the standard deviation of a Gaussian in pixels: two greens beside each other
 * differ by a factor of exp(d² / 2σ²) at most where they are `d` apart (after RawTherapee's capture sharpening, which
 * takes the largest ratio). `undefined` where there is too little light.
 */
export function estimateBlurPx(mosaic: Mosaic, noise: NoiseModel): number | undefined {
  const counts = new Uint32Array(steps);
  const distance = countRatios(mosaic, noise, counts);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs < leastPairs) return undefined;
  let steepest = steps - 1;
  for (let steeper = 0; steepest > 0; steepest--) {
    steeper += counts[steepest];
    if (steeper * 1e6 > specksPerMillion * pairs) break;
  }
  const sigmaPx = distance / Math.sqrt(2 * Math.max(stepLog, steepest * stepLog));
  return Math.min(plausible.most, Math.max(plausible.least, sigmaPx));
}

/** Counts pairs of greens by their ratio; gives how far apart they are, px. */
function countRatios(mosaic: Mosaic, noise: NoiseModel, counts: Uint32Array): number {
  const { width, height, data, pattern, black, white } = mosaic;
  const samples = pattern ? 1 : 3;
  const down = pattern?.width === 2 ? 1 : 0;
  const step = samples + down * width * samples;
  const range = Math.max(1, white[1] - black[1]);
  const floor = noiseSigmas * Math.sqrt(noise.offset + noise.scale * telling.least);
  const stride = Math.max(1, Math.floor(height / rows));
  for (let y = 0; y + down < height; y += stride) {
    for (const first of greensOf(pattern, y, down)) {
      for (let x = first; x + 1 < width; x += pattern?.width ?? 1) {
        const at = (y * width + x) * samples + (pattern ? 0 : 1);
        const [one, other] = [(data[at] - black[1]) / range, (data[at + step] - black[1]) / range];
        const bright = one > other ? one : other;
        if (bright < telling.least || bright > telling.most) continue;
        const dark = one > other ? other : one;
        const ratio = Math.log(bright / (dark > floor ? dark : floor));
        if (ratio >= 0) counts[Math.min(steps - 1, Math.floor(ratio / stepLog))]++;
      }
    }
  }
  return down > 0 ? Math.SQRT2 : 1;
}

/** Columns of a cell with a green whose neighbour to the right, `down` rows below, is green too. */
function greensOf(pattern: Mosaic["pattern"], y: number, down: number): readonly number[] {
  if (!pattern) return [0];
  const { width, height, colors } = pattern;
  const isGreen = (x: number, row: number) => colors[(row % height) * width + (x % width)] === 1;
  return Array.from({ length: width }, (_, x) => x).filter((x) => isGreen(x, y) && isGreen(x + 1, y + down));
}
