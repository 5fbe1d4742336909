import type { F32, IntegerImage, Mosaic, NoiseModel, PixelMemory } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { headroom } from "./display.ts";
import { estimateBlurPx } from "./sensor-blur.ts";
import { noiseOf } from "./sensor-noise.ts";
import { displayCurve, type ToneCurve } from "./tone-table.ts";

/** Noise spans so many standard deviations over 5 × 5 places. */
const spanSigmas = 4.5;

/** Less is never a difference: that of samples of 8 bits, 1 = white. */
const leastSpan = 2 / 255;

/** The curve is followed in so many steps of light, finer in the shadows. */
const steps = 2048;

/** Short enough for the planes of a band to stay in cache. */
const bandRows = 64;

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
  await kernels.run("captureSharpen", args, height, bandRows);
  memory.release(spans);
  memory.release(source);
  return { image: { ...image, data: target }, blurPx };
}

/** What luma of each display level differs by through noise alone, 1 = white. */
function noiseSpans({ scale, offset }: NoiseModel, { curve, exposureEv }: Shown, memory: PixelMemory): F32 {
  const spans = memory.f32(256).fill(leastSpan);
  const display = displayCurve(curve, headroom);
  const lightOf = (step: number) => headroom * (step / steps) ** 2;
  for (let step = 1, before = display(0); step <= steps; step++) {
    const now = display(lightOf(step));
    const slope = (now - before) / (lightOf(step) - lightOf(step - 1));
    const sensorLight = lightOf(step) * 2 ** -exposureEv;
    const sigma = slope * 2 ** exposureEv * Math.sqrt(scale * sensorLight + offset);
    const level = Math.min(255, Math.round(now * 255));
    spans[level] = Math.max(spans[level], spanSigmas * sigma);
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
