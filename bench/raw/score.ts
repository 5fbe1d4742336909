import { decodeSrgb, encodeSrgb } from "../../src/image/index.ts";
import type { Developed } from "./develop.ts";
import type { TruthScene } from "./scenes.ts";

/** Margin in pixels that is not scored, as it depends on the demosaic's border handling. */
const marginPx = 12;

/** Table of linear light for all 16-bit values. */
const lightOf = Float64Array.from({ length: 65_536 }, (_, value) => decodeSrgb(value / 65_535));

const displays = new WeakMap<TruthScene, Float64Array>();

/** Display values of a scene, cached for repeated scoring. */
function displayOf(scene: TruthScene): Float64Array {
  const display = displays.get(scene) ?? Float64Array.from(scene.light, encodeSrgb);
  displays.set(scene, display);
  return display;
}

/**
 * PSNR of display values over all channels, dB, after the best common gain in linear light (so that exposure does not
 * count).
 */
export function psnr(scene: TruthScene, picture: Developed): number {
  const { width, height } = scene;
  if (picture.width !== width || picture.height !== height)
    throw new Error(`score: ${picture.width} × ${picture.height}`);
  const gain = bestGain(scene, picture);
  const truth = displayOf(scene);
  const display = lightOf.map((value) => encodeSrgb(Math.min(1, gain * value)));
  let squares = 0;
  let count = 0;
  for (const at of innerSamples(scene)) {
    squares += (truth[at] - display[picture.data[at]]) ** 2;
    count++;
  }
  return -10 * Math.log10(Math.max(1e-12, squares / count));
}

const inner = new Map<string, Uint32Array>();

/** Indices of the scored samples. */
function innerSamples({ width, height }: TruthScene): Uint32Array {
  const key = `${width} ${height}`;
  const known = inner.get(key);
  if (known) return known;
  const places = new Uint32Array(3 * (width - 2 * marginPx) * (height - 2 * marginPx));
  for (let y = marginPx, i = 0; y < height - marginPx; y++) {
    const end = (y * width + width - marginPx) * 3;
    for (let at = (y * width + marginPx) * 3; at < end; at++) places[i++] = at;
  }
  inner.set(key, places);
  return places;
}

/** Least-squares gain in linear light over unclipped samples. */
function bestGain(scene: TruthScene, picture: Developed): number {
  let [cross, own] = [0, 0];
  for (const at of innerSamples(scene)) {
    const truth = scene.light[at];
    const value = lightOf[picture.data[at]];
    if (truth > 0.95 || value > 0.95) continue;
    cross += truth * value;
    own += value * value;
  }
  return own > 0 ? cross / own : 1;
}
