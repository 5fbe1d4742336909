import { guidedCoefficients, quantiles, type SmallImage } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { liftedLuma } from "./lifted-luma.ts";
import { baseEdge, baseShare, enoughColour, enoughTexture, skyVibrance, spareShare } from "./params.ts";

/**
 * Parts base and texture, and plans how much texture and colour gain: nothing where a picture has enough, and no colour
 * in rooms.
 */
export const planTexture: Layer = ({ copy, small, luma, content, options, againstSky }, plan) => {
  const { width, height, wrapX } = copy;
  const { areas } = content;
  const { median, curve } = plan.curves;
  const lifted = liftedLuma(small.data, luma, plan);
  const radius = Math.max(1, Math.round(Math.max(width, height) * baseShare));
  const coefficients = guidedCoefficients({ width, height, data: lifted }, radius, baseEdge ** 2, wrapX);
  const brightening = curve(Math.max(0.02, median)) / Math.max(0.02, median);
  const { toneStrength, localContrast, saturation } = options;
  const neededTexture = spare(textureOf(lifted, coefficients, areas) * brightening, enoughTexture);
  const neededColour =
    spare(colourfulness(small, areas) * brightening, enoughColour) * (1 - plan.inRoom) * (1 - skyVibrance * againstSky);
  return {
    coefficients,
    localContrast: toneStrength * localContrast * neededTexture,
    // Less colour, if asked for, applies in full.
    saturation: toneStrength * saturation * (saturation > 0 ? neededColour : 1),
  };
};

/** Mean distance of the luma from its base, rows weighted by their `areas`. */
function textureOf(luma: Float32Array, coefficients: Float32Array, areas: Float32Array | undefined): number {
  const width = areas ? luma.length / areas.length : luma.length;
  let sum = 0;
  for (let i = 0; i < luma.length; i++) {
    const distance = Math.abs(luma[i] - (coefficients[2 * i] * luma[i] + coefficients[2 * i + 1]));
    sum += areas ? areas[Math.floor(i / width)] * distance : distance;
  }
  return sum / luma.length;
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
