import { binOf, binsPerAxis, columnsBeside, rowAreas, type SmallImage } from "../../../../ops/index.ts";
import { anyReach, doubtful, neutralReach, offGrey, skyBlue, smoothStep, timesAsMuch } from "./params.ts";

/** What a small copy shows about the light: its surfaces' log chromaticities and the mode of those that may be grey. */
export interface Surfaces {
  /**
   * log(R/G), log(B/G) of display values and weight (bright and smooth counts; 0 where the pixel is not evidence) of
   * every pixel.
   */
  readonly samples: Float32Array;
  /** What each row of them weighs in readings over the whole picture, mean 1; all alike where it is not given. */
  readonly areas?: Float32Array | undefined;
  /** log(R/G) and log(B/G) of the surfaces taken as grey. */
  readonly red: number;
  readonly blue: number;
  /** 0 to 1: how much of the picture speaks for them. */
  readonly confidence: number;
}

/**
 * Finds the surfaces that show the light: bright, smooth, nearly neutral ones, which are walls, ceilings, tiles. A
 * weighted mean of their log chromaticities is followed from neutral to the mode of its cluster (mean shift, Comaniciu
 * & Meer 2002); brightness weighs as in shades-of-grey (Finlayson & Trezzi 2004). Wood and brick lie too far out to
 * pull it; blue sky and foliage weigh little. Where hardly anything lies near neutral, as under a fluorescent tube, the
 * mode of all surfaces is taken if far more of the picture agrees on it.
 */
export function findSurfaces(small: SmallImage, luma: Float32Array, wrapX = false): Surfaces {
  return findNeutral(collectSamples(small, luma, wrapX), rowAreas(small.height, wrapX));
}

/** The same from samples and what their rows weigh: see {@link Surfaces}. */
export function findNeutral(samples: Float32Array, areas?: Float32Array): Surfaces {
  const neutral = findMode(samples, fillBins(samples, areas, plainness), neutralReach);
  if (neutral.confidence > doubtful) return { samples, areas, ...neutral };
  const common = findMode(samples, fillBins(samples, areas, always), anyReach);
  return { samples, areas, ...(common.near > timesAsMuch * neutral.near ? common : neutral) };
}

/** The mode of all samples that is reached from `start`, within each reach in turn. */
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
  /** Pixels within reach, those at its edge counting less. */
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

/** What a chromaticity weighs against grey: sky and foliage little. */
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
  /** Pixels, by what their rows weigh. */
  count: number;
}

/** The bins that hold samples, in order of their place; `share` says what a chromaticity weighs. */
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
