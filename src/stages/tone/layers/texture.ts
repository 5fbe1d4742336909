import { guidedCoefficients, quantiles, type SceneContent, type SmallImage } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import { baseEdge, baseShare, enoughColour, enoughTexture, plainShare, skyVibrance, spareShare } from "./params.ts";

/**
 * Parts base and texture, and plans how much texture and colour gain: nothing where a picture has enough, and no colour
 * in rooms.
 */
export const planTexture: Layer = ({ copy, small, content, options, againstSky }, plan) => {
  const { width, height, wrapX } = copy;
  const { areas } = content;
  const { median, curve } = plan.curves;
  const lifted = liftedBrightness(small.data, plan);
  const radius = Math.max(1, Math.round(Math.max(width, height) * baseShare));
  const split = guidedCoefficients({ width, height, data: lifted }, radius, baseEdge ** 2, wrapX);
  const coefficients = withoutPlain(split, content, plan.inRoom);
  const brightening = curve(Math.max(0.02, median)) / Math.max(0.02, median);
  const { toneStrength, localContrast, saturation } = options;
  const neededTexture = spare(textureOf(lifted, split, areas) * brightening, enoughTexture);
  const neededColour =
    spare(colourfulness(small, areas) * brightening, enoughColour) * (1 - plan.inRoom) * (1 - skyVibrance * againstSky);
  return {
    coefficients,
    localContrast: toneStrength * localContrast * neededTexture,
    // Less colour, if asked for, applies in full.
    saturation: toneStrength * saturation * (saturation > 0 ? neededColour : 1),
  };
};

/**
 * The split without the texture of ceilings and white walls of a room: what is there is mostly noise and JPEG blocks,
 * and they are to look clean.
 */
function withoutPlain(split: Float32Array, { ceilings, walls }: SceneContent, inRoom: number): Float32Array {
  return split.map((value, at) => {
    const i = at >> 1;
    const plain = inRoom * plainShare * Math.min(1, ceilings[i] + walls[i]);
    return at % 2 === 0 ? value + (1 - value) * plain : value * (1 - plain);
  });
}

/** Mean distance of the brightness from its base, rows weighted by their `areas`. */
function textureOf(bright: Float32Array, coefficients: Float32Array, areas: Float32Array | undefined): number {
  const width = areas ? bright.length / areas.length : bright.length;
  let sum = 0;
  for (let i = 0; i < bright.length; i++) {
    const distance = Math.abs(bright[i] - (coefficients[2 * i] * bright[i] + coefficients[2 * i + 1]));
    sum += areas ? areas[Math.floor(i / width)] * distance : distance;
  }
  return sum / bright.length;
}

/** How colourful a small copy is: the 0.9 quantile of max − min of its channels, 0 to 1. */
function colourfulness({ width, height, data }: SmallImage, areas?: Float32Array): number {
  const chroma = new Float32Array(width * height);
  for (let i = 0; i < chroma.length; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
    chroma[i] = Math.max(r, g, b) - Math.min(r, g, b);
  }
  return quantiles(chroma, [0.9], areas)[0];
}

/** What is left of a boost for a picture that has `found` of something, where `enough` needs no more: 1 to 0. */
function spare(found: number, enough: number): number {
  return Math.min(1, Math.max(0, (enough - found) / (spareShare * enough)));
}
