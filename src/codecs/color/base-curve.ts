import { encodeSrgb } from "../../image/index.ts";
import { medianOf } from "../../ops/index.ts";

/** Parameters in which the tone curves of cameras differ. */
export interface CurveShape {
  /** Shift of middle grey in stops; larger values show darker light as middle grey. */
  readonly liftEv: number;
  /** Slope in the shadows, in stops of display light per stop of scene light. */
  readonly contrast: number;
}

/** Usual shape; the contrast measured in cameras' own pictures is 1.4 to 1.7. */
export const usualShape: CurveShape = { liftEv: 0, contrast: 1.5 };

/** Middle grey of cameras: linear light relative to sensor clipping, and display light. */
const sceneGrey = 0.1;
const displayGrey = 0.18;

/**
 * The base tone curve of an undeveloped picture: linear light (1 = where the first channel of the sensor clips) to a
 * display value in [0, 1], reached at `white`. A sigmoid in the logarithm of light (Naka & Rushton 1966), fitted to
 * pass through middle grey, near the rendering of a camera's own JPEG. Values beyond `white` give 1, negative ones 0.
 */
export function baseCurve(linear: number, white: number, shape = usualShape): number {
  if (!(linear > 0)) return 0;
  const { half, top } = sigmoidOf(shape, white);
  const x = linear ** shape.contrast;
  const light = ((1 + half / top) * x) / (x + half);
  return encodeSrgb(Math.min(1, light));
}

/** The linear light that the usual curve maps to `light`, display light from 0 to below 1. */
export function sceneLightOf(light: number, white: number): number {
  const { half, top } = sigmoidOf(usualShape, white);
  return ((half * light) / (1 + half / top - light)) ** (1 / usualShape.contrast);
}

/** A pair of scene light and the display light, 0 to 1, that a camera maps it to. */
type ShownLight = readonly [scene: number, shown: number];

/** Number of iterations for the sigmoid's half point, which depends on the white. */
const rounds = 4;

/**
 * Fits the shape to pairs of light: a line through the logits of display light over the logarithm of scene light, with
 * the slope by least squares, clamped to `contrasts`, and the offset at the centre of the pairs.
 */
export function fitShape(
  pairs: readonly ShownLight[],
  white: number,
  [least, most]: readonly [number, number],
): CurveShape {
  let shape = usualShape;
  const xs = pairs.map(([scene]) => Math.log(scene));
  for (let round = 0; round < rounds; round++) {
    const { half, top } = sigmoidOf(shape, white);
    const ys = pairs.map(([, shown]) => shown / (1 + half / top)).map((share) => Math.log(share / (1 - share)));
    const contrast = Math.min(most, Math.max(least, slopeOf(xs, ys)));
    const reached = Math.exp(medianOf(xs.map((x, i) => contrast * x - ys[i])));
    const grey = (reached * displayGrey) / (1 - displayGrey + reached / white ** contrast);
    shape = { liftEv: Math.log2(sceneGrey) - Math.log2(grey) / contrast, contrast };
  }
  return shape;
}

/** Light at which the sigmoid reaches its half and its end, both to the power of the contrast. */
function sigmoidOf({ liftEv, contrast }: CurveShape, white: number): { half: number; top: number } {
  const top = white ** contrast;
  const grey = (sceneGrey * 2 ** -liftEv) ** contrast;
  return { half: ((1 - displayGrey) * grey) / (displayGrey - grey / top), top };
}

function slopeOf(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  const cross = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0);
  const square = xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
  return square > 0 ? cross / square : usualShape.contrast;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
