import { decodeSrgb, encodeSrgb } from "../../src/image/index.ts";
import type { Developed } from "./develop.ts";
import type { TruthScene } from "./scenes.ts";

/** Pixels at each edge that do not count: they hang on how a demosaic goes on beyond the border. */
const marginPx = 12;

/** PSNR of display values over all channels, dB, after the best common gain in linear light (so that exposure does not count). */
export function psnr(scene: TruthScene, picture: Developed): number {
  const { width, height, light } = scene;
  if (picture.width !== width || picture.height !== height)
    throw new Error(`score: ${picture.width} × ${picture.height}`);
  const gain = bestGain(scene, picture);
  let squares = 0;
  let count = 0;
  for (const at of innerSamples(scene)) {
    const display = encodeSrgb(Math.min(1, gain * decodeSrgb(picture.data[at] / 65535)));
    squares += (encodeSrgb(light[at]) - display) ** 2;
    count++;
  }
  return -10 * Math.log10(Math.max(1e-12, squares / count));
}

function* innerSamples({ width, height }: TruthScene): Generator<number> {
  for (let y = marginPx; y < height - marginPx; y++) {
    const end = (y * width + width - marginPx) * 3;
    for (let at = (y * width + marginPx) * 3; at < end; at++) yield at;
  }
}

/** Least squares in linear light over what does not clip. */
function bestGain(scene: TruthScene, picture: Developed): number {
  let [cross, own] = [0, 0];
  for (const at of innerSamples(scene)) {
    const truth = scene.light[at];
    const value = decodeSrgb(picture.data[at] / 65535);
    if (truth > 0.95 || value > 0.95) continue;
    cross += truth * value;
    own += value * value;
  }
  return own > 0 ? cross / own : 1;
}
