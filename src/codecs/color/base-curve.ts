import { encodeSrgb } from "../../image/index.ts";

/**
 * Slope of the curve in the shadows, in stops of display light a stop of scene light; cameras' own pictures measure 1.4
 * to 1.6.
 */
const contrast = 1.5;

/** Where cameras put middle grey: linear light relative to the sensor's clipping, and display light. */
const sceneGrey = 0.1;
const displayGrey = 0.18;

/**
 * The base tone curve of an undeveloped picture: linear light (1 = where the first channel of the sensor clips) to a
 * display value in [0, 1], reached at `white`. A sigmoid in the logarithm of light (Naka & Rushton 1966), fitted to
 * pass through middle grey, near the rendering of a camera's own JPEG. Values beyond `white` give 1, negative ones 0.
 */
export function baseCurve(linear: number, white: number): number {
  if (!(linear > 0)) return 0;
  const grey = sceneGrey ** contrast;
  const top = white ** contrast;
  const half = ((1 - displayGrey) * grey) / (displayGrey - grey / top);
  const x = linear ** contrast;
  const light = ((1 + half / top) * x) / (x + half);
  return encodeSrgb(Math.min(1, light));
}
