import { guidedCoefficients, noiseAt, quantiles, type SmallImage } from "../../../ops/index.ts";
import type { Layer, LayerInput, TonePlan } from "../layer.ts";
import { colour, textures } from "../params.ts";
import { liftedBrightness } from "./lifted-brightness.ts";

/**
 * Separates base and texture, and plans the gain of texture and colour: none if a picture already has enough, and no
 * gain of colour in rooms or where flash frames show the colours of surfaces.
 */
export const planTexture: Layer = (input, plan) => {
  const { copy, small, content, options, againstSky } = input;
  const { width, height, wrapX } = copy;
  const { areas, known } = content;
  const { median, curve } = plan.curves;
  const lifted = liftedBrightness(small.data, plan);
  const radius = Math.max(1, Math.round(Math.max(width, height) * textures.baseShare));
  const split = guidedCoefficients({ width, height, data: lifted }, radius, textures.baseEdge ** 2, wrapX);
  const coefficients = withoutNoise(input, split, lifted, plan);
  const brightening = curve(Math.max(0.02, median)) / Math.max(0.02, median);
  const { toneStrength, localContrast, saturation } = options;
  const neededTexture = spare(textureOf(lifted, split, areas) * brightening, textures.enoughTexture);
  const neededColour =
    spare(colourfulness(small, areas) * brightening, colour.enoughColour) *
    (1 - plan.inRoom) *
    (1 - colour.skyVibrance * againstSky) *
    (1 - meanOf(known));
  return {
    coefficients,
    localContrast: toneStrength * localContrast * neededTexture,
    // A requested decrease of colour applies in full.
    saturation: toneStrength * saturation * (saturation > 0 ? neededColour : 1),
  };
};

/**
 * The split without texture that is mostly noise, which then only follows the curve, as in plain brightening. The
 * removed part is a share by the measured noise relative to visible texture (Wiener 1949), and most of the texture on
 * ceilings and white walls of a room, which should look clean.
 */
function withoutNoise(
  { content: { ceilings, walls }, noise }: LayerInput,
  split: Float32Array,
  lifted: Float32Array,
  { bright, inRoom, curves: { curve } }: TonePlan,
): Float32Array {
  const left = new Float32Array(split.length);
  for (let i = 0; i < bright.length; i++) {
    const value = Math.max(0.02, bright[i]);
    const grain = noise ? ((noiseAt(noise, value) * curve(lifted[i])) / value) ** 2 : 0;
    const plain = inRoom * textures.plainShare * Math.min(1, ceilings[i] + walls[i]);
    const kept = (1 - plain) * (textures.seenTexture ** 2 / (textures.seenTexture ** 2 + grain));
    left[2 * i] = 1 - (1 - split[2 * i]) * kept;
    left[2 * i + 1] = split[2 * i + 1] * kept;
  }
  return left;
}

function meanOf(plane: Float32Array): number {
  return plane.reduce((sum, value) => sum + value, 0) / plane.length;
}

/** Mean distance of the brightness from its base, weighted by `areas` for each row. */
function textureOf(bright: Float32Array, coefficients: Float32Array, areas: Float32Array | undefined): number {
  const width = areas ? bright.length / areas.length : bright.length;
  let sum = 0;
  for (let i = 0; i < bright.length; i++) {
    const distance = Math.abs(bright[i] - (coefficients[2 * i] * bright[i] + coefficients[2 * i + 1]));
    sum += areas ? areas[Math.floor(i / width)] * distance : distance;
  }
  return sum / bright.length;
}

/** Colourfulness of a small copy: the 0.9 quantile of max − min of its channels, 0 to 1. */
function colourfulness({ width, height, data }: SmallImage, areas?: Float32Array): number {
  const chroma = new Float32Array(width * height);
  for (let i = 0; i < chroma.length; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
    chroma[i] = Math.max(r, g, b) - Math.min(r, g, b);
  }
  return quantiles(chroma, [0.9], areas)[0];
}

/** Strength of a boost, 1 to 0, for a picture that already has `found` of a property, where `enough` needs no boost. */
function spare(found: number, enough: number): number {
  return Math.min(1, Math.max(0, (enough - found) / (textures.spareShare * enough)));
}
