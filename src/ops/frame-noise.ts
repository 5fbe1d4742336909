import { decodeSrgb, type IntegerImage, maxValueOf } from "../image/index.ts";
import { percentile } from "./percentile.ts";

/**
 * Noise of a frame's pixels, as white noise that is seen as much, in the light behind their display values (1 = white): its variance at light L is `constant` + `perLight` · L, as
 * read noise and photons give it. Of green, which tells most of what is seen.
 */
export interface FrameNoise {
  readonly constant: number;
  readonly perLight: number;
  /** The least deviation in display values, 1 = full scale: that of rounding to the frame's bits. */
  readonly rounding: number;
}

/** Noise is read of means of so many pixels squared: JPEG leaves less of what is finer, and hardly any in calm surfaces. */
const grainPx = 2;
/** Squares are looked at, so many at most, spread evenly; their edge in such means and in pixels, and that of what is measured inside. */
const mostBlocks = 2500;
const blockEdge = 10;
const blockPx = blockEdge * grainPx;
const innerEdge = blockEdge - 2;
/** Tones that are told apart, and squares that each must have. */
const tones = 16;
const leastBlocks = 12;
/** Share of the squares of a tone that are flat: what is seen in them is noise. The least noisy of a few are less noisy than all. */
const flatShare = 0.2;
const flatBias = 0.9;
/** Display values within which noise is whole, and the share of black samples from which on it is not. */
const brightest = 0.95;
const mostBlack = 1 / 16;
/** The model is fitted so many times, tones that are noisier than it by this share losing their say: textures. */
const rounds = 6;
const misfit = 0.2;
/** Mean absolute values of a normal distribution are this much of its deviation. */
const meanAbsolute = Math.sqrt(2 / Math.PI);
/** The filter's noise over that of a sample: the root of the sum of its squared weights. */
const filterGain = 6;

interface Reading {
  readonly light: number;
  readonly variance: number;
  readonly count: number;
}

/**
 * Measures the noise of a frame in its own pixels, of which a strided set is read. In every square the mean absolute answer to a filter that
 * sees neither slopes nor edges along an axis (Immerkær 1996); by tone a low percentile of these, since textures only add to
 * noise; through the tones the model, least squares of the ratio. A frame without a flat square in any tone has the noise of rounding.
 */
export function measureNoise(image: IntegerImage): FrameNoise {
  const max = maxValueOf(image.data);
  const rounding = 1 / (max * Math.sqrt(12));
  const found = Array.from({ length: tones }, (): { readonly tone: number; readonly deviation: number }[] => []);
  const block = new Float64Array(blockPx * blockPx);
  for (const [left, top] of placesIn(image)) {
    readGreen(image, left, top, block);
    const read = measureBlock(block, max);
    if (read) found[Math.min(tones - 1, Math.floor(read.tone * tones))].push(read);
  }
  const readings = found.flatMap((blocks): Reading[] => {
    if (blocks.length < leastBlocks) return [];
    const tone = percentile(
      Float32Array.from(blocks, (each) => each.tone),
      0.5,
    );
    const least =
      percentile(
        Float32Array.from(blocks, (each) => each.deviation),
        flatShare,
      ) / flatBias;
    const deviation = Math.max(rounding, least);
    return [{ light: decodeSrgb(tone), variance: (deviation * lightSlope(tone)) ** 2, count: blocks.length }];
  });
  return { ...fitNoise(readings), rounding };
}

/** Standard deviation of a frame's noise at a display value, in display values. */
export function noiseAt({ constant, perLight, rounding }: FrameNoise, value: number): number {
  return Math.max(rounding, Math.sqrt(constant + perLight * decodeSrgb(value)) / lightSlope(value));
}

/** Light over display values: the derivative of the sRGB curve. */
function lightSlope(value: number): number {
  return value <= 0.04045 ? 1 / 12.92 : (2.4 / 1.055) * ((value + 0.055) / 1.055) ** 1.4;
}

/** Upper left corners of squares, in rows and columns as far apart as it takes. */
function* placesIn({ width, height }: IntegerImage): Generator<readonly [number, number]> {
  const step = Math.max(blockPx, Math.ceil(Math.sqrt((width * height) / mostBlocks)));
  for (let y = 0; y + blockPx <= height; y += step) {
    for (let x = 0; x + blockPx <= width; x += step) yield [x, y];
  }
}

function readGreen({ data, width, channels }: IntegerImage, left: number, top: number, block: Float64Array): void {
  const green = channels === 3 ? 1 : 0;
  const below = width * channels;
  for (let y = 0, to = 0; y < blockEdge; y++) {
    let from = ((top + y * grainPx) * width + left) * channels + green;
    for (let x = 0; x < blockEdge; x++, from += channels * grainPx)
      block[to++] = (data[from] + data[from + channels] + data[from + below] + data[from + below + channels]) / 4;
  }
}

/** Tone and deviation of a square in display values; `undefined` where what it shows is cut off. */
function measureBlock(block: Float64Array, max: number) {
  let [sum, black, sums] = [0, 0, 0];
  for (let y = 1; y <= innerEdge; y++) {
    for (let x = 1; x <= innerEdge; x++) {
      const i = y * blockEdge + x;
      const own = block[i];
      if (own >= brightest * max) return undefined;
      if (own === 0) black++;
      sum += own;
      const beside = block[i - 1] + block[i + 1] + block[i - blockEdge] + block[i + blockEdge];
      const corners =
        block[i - blockEdge - 1] + block[i - blockEdge + 1] + block[i + blockEdge - 1] + block[i + blockEdge + 1];
      sums += Math.abs(4 * own - 2 * beside + corners);
    }
  }
  const samples = innerEdge * innerEdge;
  if (black > mostBlack * samples) return undefined;
  return { tone: sum / (samples * max), deviation: (grainPx * sums) / (samples * max * filterGain * meanAbsolute) };
}

/** Both terms at least 0. One tone alone is taken for photons. */
function fitNoise(readings: readonly Reading[]): Pick<FrameNoise, "constant" | "perLight"> {
  let fitted = { constant: 0, perLight: 0 };
  for (let round = 0; round < rounds; round++) {
    const weighted = readings.map(({ light, variance, count }) => {
      const modelled = fitted.constant + fitted.perLight * light;
      const beyond = round === 0 ? 0 : Math.max(0, Math.sqrt(variance / (modelled + 1e-12)) - 1) / misfit;
      return { light, ratio: 1 / (variance + 1e-12), weight: count / (1 + beyond * beyond) ** 2 };
    });
    fitted = leastSquares(weighted);
  }
  return fitted;
}

interface WeightedReading {
  readonly light: number;
  /** One over the variance: the model times it is to be 1. */
  readonly ratio: number;
  readonly weight: number;
}

function leastSquares(readings: readonly WeightedReading[]): Pick<FrameNoise, "constant" | "perLight"> {
  let [cc, cl, ll, c, l] = [0, 0, 0, 0, 0];
  for (const { light, ratio, weight } of readings) {
    const slope = light * ratio;
    cc += weight * ratio * ratio;
    cl += weight * ratio * slope;
    ll += weight * slope * slope;
    c += weight * ratio;
    l += weight * slope;
  }
  const perLightAlone = ll > 0 ? l / ll : 0;
  const determinant = cc * ll - cl * cl;
  if (determinant <= 1e-9 * cc * ll) return { constant: 0, perLight: perLightAlone };
  const constant = (ll * c - cl * l) / determinant;
  const perLight = (cc * l - cl * c) / determinant;
  if (constant < 0) return { constant: 0, perLight: perLightAlone };
  return perLight < 0 ? { constant: c / cc, perLight: 0 } : { constant, perLight };
}
