import type { F32, IntegerImage, Mosaic, NoiseModel, PixelMemory, U8 } from "../../image/index.ts";
import { ratioClasses } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import { bandRows, blur, headroom, sharpening } from "./params.ts";
import { noiseOf } from "./sensor-noise.ts";
import { displayCurve, type ToneCurve } from "./tone-table.ts";

/** How linear light became display light. */
export interface Shown {
  readonly curve: ToneCurve;
  /** Stops between the sensor's light and the curve's. */
  readonly exposureEv: number;
}

/**
 * Removes the sensor's own blur from a developed picture where detail stands out of the noise (`seen`: what the mosaic
 * shows of it). Takes over the picture. Returns the standard deviation of that blur, px; none if the mosaic does not
 * show it.
 */
export async function sharpenCapture(
  image: IntegerImage,
  mosaic: Mosaic,
  seen: NoiseModel,
  shown: Shown,
  context: StageContext,
): Promise<{ readonly image: IntegerImage; readonly blurPx?: number }> {
  const { kernels, memory } = context;
  const stated = noiseOf(mosaic);
  const noise = { scale: Math.max(stated.scale, seen.scale), offset: Math.max(stated.offset, seen.offset) };
  const blurPx = await estimateBlurPx(mosaic, noise, context);
  if (blurPx === undefined) return { image };
  const { width, height, data: source } = image;
  const target = source instanceof Uint8Array ? memory.u8(source.length) : memory.u16(source.length);
  const spans = noiseSpans(noise, shown, memory);
  const args = { source, target, noise: spans, width, height, ...blurTaps(blurPx) };
  await kernels.run("captureSharpen", args, height, bandRows.sharpen);
  memory.release(spans);
  memory.release(source);
  return { image: { ...image, data: target }, blurPx };
}

/** What luma of each display level differs by through noise alone, 1 = white. */
function noiseSpans({ scale, offset }: NoiseModel, { curve, exposureEv }: Shown, memory: PixelMemory): F32 {
  const spans = memory.f32(256).fill(sharpening.leastSpan);
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

/** The weights of places one to three away in a Gaussian blur of `sigmaPx`; the own place has what is left to 1. */
export function blurTaps(sigmaPx: number): { beside: number; second: number; third: number } {
  const [own, beside, second, third] = [0, 1, 2, 3].map((distance) => Math.exp(-(distance ** 2) / (2 * sigmaPx ** 2)));
  const sum = own + 2 * (beside + second + third);
  return { beside: beside / sum, second: second / sum, third: third / sum };
}

/**
 * How much a lens and its sensor blur, as the standard deviation of a Gaussian in pixels: two neighbouring greens
 * differ by a factor of exp(d² / 2σ²) at most at a distance of `d` (after RawTherapee's capture sharpening, which
 * takes the largest ratio). `undefined` if there is too little light.
 */
async function estimateBlurPx(mosaic: Mosaic, noise: NoiseModel, context: StageContext): Promise<number | undefined> {
  const { counts, distance } = await countRatios(mosaic, noise, context);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs < blur.leastPairs) return undefined;
  let steepest = ratioClasses - 1;
  for (let steeper = 0; steepest > 0; steepest--) {
    steeper += counts[steepest];
    if (steeper * 1e6 > blur.specksPerMillion * pairs) break;
  }
  const sigmaPx = distance / Math.sqrt(2 * Math.max(blur.stepLog, steepest * blur.stepLog));
  const [least, most] = blur.plausiblePx;
  return Math.min(most, Math.max(least, sigmaPx));
}

/** Pairs of greens by their ratio, and how far apart they are, px. */
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

/** 1 at places of a cell with a green whose neighbour to the right, `down` rows below, is green too. */
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
