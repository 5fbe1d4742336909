import type { F32, IntegerImage, Mosaic, NoiseModel, PixelMemory, U8 } from "../../image/index.ts";
import { ratioClasses } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import { bandRows, blur, headroom, sharpening } from "./params.ts";
import { noiseOf } from "./sensor-noise.ts";
import { displayCurve, type ToneCurve } from "./tone-table.ts";

/** How linear light was converted to display values. */
export interface Shown {
  readonly curve: ToneCurve;
  /** Stops from the sensor's light to the input of the curve. */
  readonly exposureEv: number;
}

/**
 * Removes the blur of lens and sensor from a developed picture where detail exceeds the noise (`seen`: noise measured
 * in the mosaic), in place. Takes over the picture, whose only lease the caller has. Returns the standard deviation of
 * that blur in px; none if it cannot be measured.
 */
export async function sharpenCapture(
  image: IntegerImage,
  mosaic: Mosaic,
  seen: NoiseModel,
  shown: Shown,
  context: StageContext,
): Promise<{ readonly image: IntegerImage; readonly blurPx?: number }> {
  const { memory } = context;
  const stated = noiseOf(mosaic);
  const noise = { scale: Math.max(stated.scale, seen.scale), offset: Math.max(stated.offset, seen.offset) };
  const blurPx = await estimateBlurPx(mosaic, noise, context);
  if (blurPx === undefined) return { image };
  const spans = noiseSpans(noise, shown, memory);
  await sharpenInPlace(image, { noise: spans, ...blurTaps(blurPx) }, context);
  memory.release(spans);
  return { image, blurPx };
}

/**
 * Sharpens strip by strip, from a copy of the strip and the rows around it that its own rows depend on. A second
 * picture of full size would be the largest part of a decoder's memory.
 */
async function sharpenInPlace(
  { data, width, height }: IntegerImage,
  how: { readonly noise: F32 } & ReturnType<typeof blurTaps>,
  { kernels, memory }: StageContext,
): Promise<void> {
  const row = width * 3;
  const { sharpenStrip: strip, sharpenReach: reach } = bandRows;
  const rows = Math.min(height, strip + 2 * reach);
  const [source, target] = [0, 1].map(() =>
    data instanceof Uint8Array ? memory.u8(rows * row) : memory.u16(rows * row),
  );
  // Rows of the picture that `source` holds, unsharpened: from `top` to `bottom`.
  let [top, bottom] = [0, 0];
  for (let begin = 0; begin < height; begin += strip) {
    const end = Math.min(height, begin + strip);
    const above = Math.max(0, begin - reach);
    source.copyWithin(0, (above - top) * row, (bottom - top) * row);
    const below = Math.min(height, end + reach);
    source.set(data.subarray(bottom * row, below * row), (bottom - above) * row);
    [top, bottom] = [above, below];
    const held = bottom - top;
    const views = { source: source.subarray(0, held * row), target: target.subarray(0, held * row) };
    await kernels.run("captureSharpen", { ...views, ...how, width, height: held }, held, bandRows.sharpen);
    data.set(target.subarray((begin - top) * row, (end - top) * row), begin * row);
  }
  memory.release(source);
  memory.release(target);
}

/** Range of luma caused by noise alone at each display level, 1 = white. */
function noiseSpans({ scale, offset }: NoiseModel, { curve, exposureEv }: Shown, memory: PixelMemory): F32 {
  const spans = memory.f32(256).fill(sharpening.minSpan);
  const display = displayCurve(curve, headroom);
  const lightOf = (step: number) => headroom * (step / sharpening.steps) ** 2;
  for (let step = 1, before = display(0); step <= sharpening.steps; step++) {
    const now = display(lightOf(step));
    const slope = (now - before) / (lightOf(step) - lightOf(step - 1));
    const sensorLight = lightOf(step) * 2 ** -exposureEv;
    const sigma = slope * 2 ** exposureEv * Math.sqrt(scale * sensorLight + offset);
    const level = Math.min(255, Math.round(now * 255));
    spans[level] = Math.max(spans[level], sharpening.spanSigmas * sigma);
    before = now;
  }
  return spans;
}

/**
 * Weights at distances one to three of a Gaussian blur of `sigmaPx`; the weight at the centre is the remainder to 1.
 */
export function blurTaps(sigmaPx: number): { first: number; second: number; third: number } {
  const [own, first, second, third] = [0, 1, 2, 3].map((distance) => Math.exp(-(distance ** 2) / (2 * sigmaPx ** 2)));
  const sum = own + 2 * (first + second + third);
  return { first: first / sum, second: second / sum, third: third / sum };
}

/**
 * Estimates the blur of lens and sensor as the standard deviation of a Gaussian in pixels: the ratio of two greens at a
 * distance `d` is at most exp(d² / 2σ²) (after RawTherapee's capture sharpening, which uses the largest ratio).
 * `undefined` if there is too little light.
 */
async function estimateBlurPx(mosaic: Mosaic, noise: NoiseModel, context: StageContext): Promise<number | undefined> {
  const { counts, distance } = await countRatios(mosaic, noise, context);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs < blur.minPairs) return undefined;
  let steepest = ratioClasses - 1;
  for (let steeper = 0; steepest > 0; steepest--) {
    steeper += counts[steepest];
    if (steeper * 1e6 > blur.specksPerMillion * pairs) break;
  }
  const sigmaPx = distance / Math.sqrt(2 * Math.max(blur.stepLog, steepest * blur.stepLog));
  const [least, most] = blur.plausiblePx;
  return Math.min(most, Math.max(least, sigmaPx));
}

/** Histogram of the ratios between neighbouring greens, and their distance in px. */
async function countRatios(
  { width, height, data, pattern, black, white }: Mosaic,
  noise: NoiseModel,
  { kernels }: StageContext,
): Promise<{ readonly counts: Uint32Array; readonly distance: number }> {
  const down = pattern?.width === 2 ? 1 : 0;
  const stride = Math.max(1, Math.floor(height / blur.rows));
  const lookedAt = Math.ceil(height / stride);
  const counts = new Int32Array(new SharedArrayBuffer(lookedAt * ratioClasses * 4));
  await kernels.run(
    "greenRatios",
    {
      ...{ source: data, counts, width, height, samples: pattern ? 1 : 3, channel: pattern ? 0 : 1, down, stride },
      ...{ greens: greensOf(pattern, down), cellWidth: pattern?.width ?? 1, cellHeight: pattern?.height ?? 1 },
      ...{ edges: classEdges(), black: black[1], range: Math.max(1, white[1] - black[1]), ...blur.telling },
      floor: blur.noiseSigmas * Math.sqrt(noise.offset + noise.scale * blur.telling.least),
    },
    lookedAt,
  );
  const sums = new Uint32Array(ratioClasses);
  for (let i = 0; i < counts.length; i++) sums[i % ratioClasses] += counts[i];
  return { counts: sums, distance: down > 0 ? Math.SQRT2 : 1 };
}

function classEdges(): Float64Array<SharedArrayBuffer> {
  const edges = new Float64Array(new SharedArrayBuffer(ratioClasses * 8));
  for (let i = 0; i < edges.length; i++) edges[i] = Math.exp(i * blur.stepLog);
  return edges;
}

/** 1 at positions of a cell with a green whose neighbour to the right, `down` rows below, is also green. */
function greensOf(pattern: Mosaic["pattern"], down: number): U8 {
  const { width, height, colors } = pattern ?? { width: 1, height: 1, colors: [1] };
  const isGreen = (x: number, y: number) => colors[(y % height) * width + (x % width)] === 1;
  const greens: U8 = new Uint8Array(new SharedArrayBuffer(width * height));
  for (let i = 0; i < greens.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    greens[i] = isGreen(x, y) && isGreen(x + 1, y + down) ? 1 : 0;
  }
  return greens;
}
