import type { SmallImage } from "../../ops/index.ts";
import { expandField, smoothField } from "./smooth-field.ts";

export interface WhiteBalance {
  /** Factors of the display values of R and B for every pixel of the small copy, interleaved; G's keeps grey's luma. */
  readonly gains: Float32Array;
  /** Factors of R, G, B for the picture's overall cast. */
  readonly overall: readonly [number, number, number];
  /** Warm (positive) or cool cast of the surfaces taken as grey: half of log(R/B) of their display values. */
  readonly warmth: number;
  /** Magenta (positive) or green cast: half of log(R·B/G²). */
  readonly tint: number;
  /** How far the light's warmth differs over the picture: standard deviation. */
  readonly warmthSpread: number;
  /** 0 to 1: how much of the picture speaks for the estimate. */
  readonly confidence: number;
}

/** Casts (logs of display values) at which half is believed to be light; the rest, ever more of it, is paint, wood or a sunset. */
const plausibleWarmth = 0.16;
const plausibleCoolness = 0.07;
const plausibleTint = 0.05;

/** log(B/R) above which a surface may be sky, and what sky and foliage weigh against grey. */
const skyBlue = 0.08;
const offGrey = 0.08;

/** Width of the neighbourhood within which a surface still counts as grey: wide at first, then narrow. */
const widths = [0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.07, 0.07];

/** For the light at a place, wider again: a lamp's corner and a window's corner of one room lie this far apart. */
const localWidth = 0.13;

/** Share of a place's difference from the overall light that is believed to be light, not paint. */
const localShare = 0.9;

/**
 * Estimates the cast of the light from bright, nearly neutral surfaces: walls, ceilings, tiles. A weighted mean of the
 * surfaces' log chromaticities is followed from neutral to the mode of its cluster (mean shift, Comaniciu & Meer 2002);
 * brightness weighs as in shades-of-grey (Finlayson & Trezzi 2004). Wood and brick lie too far out to pull it; blue sky and
 * foliage weigh little. Rooms mix lamps and daylight, so the same mean is then taken around every place (local-space average
 * colour, Ebner 2007), leaning on the overall estimate where there is little grey; a place that is cool already is not made
 * cooler, nor a warm one warmer. `strength` is the share of the cast that the gains remove.
 */
export function estimateWhiteBalance(small: SmallImage, strength: number, wrapX: boolean): WhiteBalance {
  const { width, height } = small;
  const samples = collectSamples(small);
  const { red, blue, confidence } = findMode(samples);
  const [warmth, tint] = [(red - blue) / 2, (red + blue) / 2];
  const share = strength * confidence;
  const { columns, rows, values } = smoothField(samplesAround(samples, red, blue), width, height, wrapX);
  const gains = new Float32Array(values.length);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i += 2) {
    const [r, b] = [red + localShare * values[i], blue + localShare * values[i + 1]];
    const local = (r - b) / 2;
    [gains[i], , gains[i + 1]] = gainsAgainst(sameSign(local, warmth), (r + b) / 2, share);
    sum += local;
    squares += local * local;
  }
  const cells = values.length / 2;
  return {
    gains: expandField({ columns, rows, values: gains }, width, height, wrapX),
    overall: gainsAgainst(warmth, tint, share),
    warmth,
    tint,
    warmthSpread: Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2)),
    confidence,
  };
}

/** The value, or 0 where its sign differs from the other's. */
function sameSign(value: number, other: number): number {
  return value * other > 0 ? value : 0;
}

/** The samples relative to a centre, weighing less the further out they lie; pale blue counts in full here. */
function samplesAround(samples: Float32Array, red: number, blue: number): Float32Array {
  const around = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 3) {
    if (samples[i + 2] === 0) continue;
    const [r, b] = [samples[i] - red, samples[i + 1] - blue];
    around[i] = r;
    around[i + 1] = b;
    const weight = samples[i + 1] - samples[i] > skyBlue ? samples[i + 2] / offGrey : samples[i + 2];
    around[i + 2] = weight * Math.exp(-(r * r + b * b) / (2 * localWidth * localWidth));
  }
  return around;
}

/** log(R/G), log(B/G) and weight (0 where the pixel cannot be grey) of every pixel. */
function collectSamples(small: SmallImage): Float32Array {
  const samples = new Float32Array(small.width * small.height * 3);
  for (let i = 0; i < small.data.length; i += 3) {
    const [r, g, b] = [small.data[i], small.data[i + 1], small.data[i + 2]];
    if (Math.min(r, g, b) < 0.06 || Math.max(r, g, b) > 0.98) continue;
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const red = Math.log(r / g);
    const blue = Math.log(b / g);
    const isSky = blue - red > skyBlue;
    const isFoliage = red < -0.03 && blue < -0.03;
    samples[i] = red;
    samples[i + 1] = blue;
    samples[i + 2] = luma * luma * (isSky || isFoliage ? offGrey : 1);
  }
  return samples;
}

/** Log chromaticities are counted in square bins this wide, from −1 to 1 on both axes. */
const binWidth = 0.01;
const binsPerAxis = 200;

/** Mean shift over bins of samples; confidence comes from the share of pixels within reach of the mode. */
function findMode(samples: Float32Array): { red: number; blue: number; confidence: number } {
  const bins = fillBins(samples);
  let [red, blue, near] = [0, 0, 0];
  for (const width of widths) {
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
  return { red, blue, confidence: Math.min(1, Math.max(0, (share - 0.02) / 0.13)) };
}

interface Bin {
  weight: number;
  /** Sums of weight × value. */
  red: number;
  blue: number;
  count: number;
}

/** The bins that hold samples, in order of their place. */
function fillBins(samples: Float32Array): Bin[] {
  const bins: (Bin | undefined)[] = new Array(binsPerAxis ** 2).fill(undefined);
  for (let i = 0; i < samples.length; i += 3) {
    const [red, blue, weight] = [samples[i], samples[i + 1], samples[i + 2]];
    const column = Math.floor((red + 1) / binWidth);
    const row = Math.floor((blue + 1) / binWidth);
    if (weight === 0 || Math.min(row, column) < 0 || Math.max(row, column) >= binsPerAxis) continue;
    const place = row * binsPerAxis + column;
    bins[place] ??= { weight: 0, red: 0, blue: 0, count: 0 };
    const bin = bins[place];
    bin.weight += weight;
    bin.red += weight * red;
    bin.blue += weight * blue;
    bin.count++;
  }
  return bins.filter((bin) => bin !== undefined);
}

function gainsAgainst(warmth: number, tint: number, share: number): [number, number, number] {
  const warm = share * believed(warmth, warmth > 0 ? plausibleWarmth : plausibleCoolness);
  const magenta = share * believed(tint, plausibleTint);
  const red = Math.exp(-(magenta + warm));
  const blue = Math.exp(-(magenta - warm));
  const luma = 0.2126 * red + 0.7152 + 0.0722 * blue;
  return [red / luma, 1 / luma, blue / luma];
}

/** The part of a cast that is taken for light: nearly all of a small one, never more than 0.53 of `plausible`. */
function believed(cast: number, plausible: number): number {
  return cast / (1 + Math.abs(cast / plausible) ** 1.5);
}
