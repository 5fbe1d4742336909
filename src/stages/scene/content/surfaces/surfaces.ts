import { binOf, binsPerAxis, columnsBeside, rowAreas, type SmallImage } from "../../../../ops/index.ts";
import { anyReach, doubtful, neutralReach, offGrey, skyBlue, smoothStep, timesAsMuch } from "./params.ts";

/**
 * What a small copy shows about the light: the log chromaticities of its surfaces, and the mode of those that may be
 * grey.
 */
export interface Surfaces {
  /**
   * For every pixel, log(R/G) and log(B/G) of display values and a weight: high for bright, smooth pixels, 0 for those
   * that are not evidence.
   */
  readonly samples: Float32Array;
  /** Weight of each row in measurements over the whole picture, mean 1; if absent, all rows weigh the same. */
  readonly areas?: Float32Array | undefined;
  /** log(R/G) and log(B/G) of the surfaces taken as grey. */
  readonly red: number;
  readonly blue: number;
  /** 0 to 1: from the share of the picture that has about this chromaticity. */
  readonly confidence: number;
}

/**
 * Finds the surfaces that show the light: bright, smooth and nearly neutral ones, such as walls, ceilings and tiles.
 * Mean shift (Comaniciu & Meer 2002) moves from neutral to the mode of the cluster of their log chromaticities; they
 * are weighted by brightness as in shades-of-grey (Finlayson & Trezzi 2004). Wood and brick are too far away to pull
 * it; blue sky and foliage weigh little. If hardly anything is near neutral, as under a fluorescent tube, the mode of
 * all surfaces is used, provided that far more of the picture agrees on it.
 */
export function findSurfaces(small: SmallImage, luma: Float32Array, wrapX = false): Surfaces {
  return findNeutral(collectSamples(small, luma, wrapX), rowAreas(small.height, wrapX));
}

/** The same from samples and the weights of their rows: see {@link Surfaces}. */
export function findNeutral(samples: Float32Array, areas?: Float32Array): Surfaces {
  const neutral = findMode(samples, fillBins(samples, areas, plainness), neutralReach);
  if (neutral.confidence > doubtful) return { samples, areas, ...neutral };
  const common = findMode(samples, fillBins(samples, areas, always), anyReach);
  return { samples, areas, ...(common.near > timesAsMuch * neutral.near ? common : neutral) };
}

/** The mode of all samples that mean shift reaches from `start` with each `reach` in turn. */
export function followMode(
  { samples, areas }: Pick<Surfaces, "samples" | "areas">,
  reach: readonly number[],
  start?: Pick<Surfaces, "red" | "blue">,
): Mode {
  return findMode(samples, fillBins(samples, areas, always), reach, start);
}

/** The samples without paint, which is not evidence of the light. */
export function withoutPaint(samples: Float32Array, paint: Float32Array): Float32Array {
  const rest = samples.slice();
  for (let i = 0; i < paint.length; i++) rest[3 * i + 2] *= 1 - paint[i];
  return rest;
}

function collectSamples(small: SmallImage, luma: Float32Array, wrapX: boolean): Float32Array {
  const { width, height, data } = small;
  const samples = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const i = 3 * at;
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      if (Math.min(r, g, b) < 0.06 || Math.max(r, g, b) > 0.98) continue;
      const red = Math.log(r / g);
      const blue = Math.log(b / g);
      samples[i] = red;
      samples[i + 1] = blue;
      const [left, right] = columnsBeside(x, width, wrapX);
      const across = luma[y * width + right] - luma[y * width + left];
      const down = luma[y + 1 < height ? at + width : at] - luma[y > 0 ? at - width : at];
      const smoothness = 1 / (1 + ((across * across + down * down) / (4 * smoothStep * smoothStep)) ** 2);
      samples[i + 2] = luma[at] * luma[at] * smoothness;
    }
  }
  return samples;
}

export interface Mode {
  readonly red: number;
  readonly blue: number;
  /** Number of pixels within reach; those further away count less. */
  readonly near: number;
  readonly confidence: number;
}

/** Mean shift over bins of samples; confidence comes from the share of pixels within reach of the mode. */
function findMode(
  samples: Float32Array,
  bins: readonly Bin[],
  reach: readonly number[],
  start: Pick<Surfaces, "red" | "blue"> = { red: 0, blue: 0 },
): Mode {
  let { red, blue } = start;
  let near = 0;
  for (const width of reach) {
    let [sum, reds, blues] = [1e-9, 0, 0];
    near = 0;
    for (const bin of bins) {
      const distance = (bin.red / bin.weight - red) ** 2 + (bin.blue / bin.weight - blue) ** 2;
      const closeness = Math.exp(-distance / (2 * width * width));
      sum += bin.weight * closeness;
      reds += bin.red * closeness;
      blues += bin.blue * closeness;
      near += bin.count * closeness;
    }
    red = reds / sum;
    blue = blues / sum;
  }
  const share = near / (samples.length / 3);
  return { red, blue, near, confidence: Math.min(1, Math.max(0, (share - 0.02) / 0.13)) };
}

/** Weight of a chromaticity relative to grey: low for sky and foliage. */
function plainness(red: number, blue: number): number {
  const isSky = blue - red > skyBlue;
  const isFoliage = red < -0.03 && blue < -0.03;
  return isSky || isFoliage ? offGrey : 1;
}

function always(): number {
  return 1;
}

interface Bin {
  weight: number;
  /** Sums of weight × value. */
  red: number;
  blue: number;
  /** Number of pixels, weighted by row. */
  count: number;
}

/** The bins that contain samples, in order of index; `share` returns the weight of a chromaticity. */
function fillBins(
  samples: Float32Array,
  areas: Float32Array | undefined,
  share: (red: number, blue: number) => number,
): Bin[] {
  const bins: (Bin | undefined)[] = new Array(binsPerAxis ** 2).fill(undefined);
  const rowLength = areas ? samples.length / areas.length : samples.length;
  for (let i = 0; i < samples.length; i += 3) {
    const [red, blue] = [samples[i], samples[i + 1]];
    const area = areas ? areas[Math.floor(i / rowLength)] : 1;
    const weight = area * samples[i + 2] * share(red, blue);
    const place = binOf(red, blue);
    if (weight === 0 || place < 0) continue;
    bins[place] ??= { weight: 0, red: 0, blue: 0, count: 0 };
    const bin = bins[place];
    bin.weight += weight;
    bin.red += weight * red;
    bin.blue += weight * blue;
    bin.count += area;
  }
  return bins.filter((bin) => bin !== undefined);
}
