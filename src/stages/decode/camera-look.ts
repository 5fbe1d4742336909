import { type CurveShape, fitShape, invert, sceneLightOf, transform, xyzD50ToSrgb } from "../../codecs/index.ts";
import { type IntegerImage, luminanceWeights, type Mosaic } from "../../image/index.ts";
import { medianOf } from "../../ops/index.ts";
import { balancedMatrix } from "./camera-matrix.ts";
import { headroom } from "./display.ts";
import { type Cell, cellsOf } from "./look-cells.ts";
import { gainsOf } from "./white-balance.ts";

type Triple = readonly [number, number, number];

/** The tone that a camera's own picture suggests for its sensor data. */
export interface CameraLook {
  /** The tone curve that brings the engine's picture to the camera's. */
  readonly curve: CurveShape;
  /** The response to the scene's white, largest component 1, where the file does not state it. */
  readonly neutral?: Triple;
}

/** The curve goes no farther than this from the usual one. */
const mostLiftEv = 1;
const contrasts = [1.3, 1.8] as const;

/** How far from the assumed white the picture's may lie, each ratio to green. */
const farthest = 2;

/** The matrix to light hangs on the white that is looked for; a few rounds settle both. */
const rounds = 4;

/** Luminances of the camera's picture that can be compared: darker is noise and flare, brighter the shoulder. */
const comparable = { least: 0.01, most: 0.8 };

/** Light of the scene up to which no channel clips, 1 being where the first does. */
const nearClipping = 0.9;

/**
 * Light that is compared, from the darkest to the brightest cells of both pictures; fewer quantiles are not evidence.
 */
const quantiles = Array.from({ length: 39 }, (_, i) => (i + 1) / 40);
const leastQuantiles = 12;

/** Pictures that belong together are as alike as this, place by place: the correlation of their roots. */
const leastLikeness = 0.7;

/**
 * The tone that the camera's own small picture (upright, display sRGB) suggests for a mosaic; `undefined` if the two do
 * not belong together, or too little of them is neither dark nor clipped. Brightness is compared quantile by quantile,
 * so that a slightly shifted picture gives the same result.
 */
export function findCameraLook(mosaic: Mosaic, picture: IntegerImage): CameraLook | undefined {
  const cells = cellsOf(mosaic, picture);
  const neutral = mosaic.isNeutralAssumed ? findNeutral(cells, mosaic) : undefined;
  const toLight = lightMatrix(mosaic, neutral ?? mosaic.asShotNeutral);
  const scene = cells.map(({ sensor }) => Math.max(0, luminanceOf(transform(toLight, sensor))));
  const shown = cells.map((cell) => luminanceOf(cell.shown));
  if (!(likenessOf(scene.map(Math.sqrt), shown.map(Math.sqrt)) > leastLikeness)) return undefined;
  const [scenes, shows] = [sorted(scene), sorted(shown)];
  const pairs = quantiles
    .map((share) => Math.floor(share * cells.length))
    .map((i) => [scenes[i], shows[i]] as const)
    .filter(([light, to]) => light > 0 && light < nearClipping && to > comparable.least && to < comparable.most);
  if (pairs.length < leastQuantiles) return undefined;
  const { liftEv, contrast } = fitShape(pairs, headroom, contrasts);
  const curve = { liftEv: Math.min(mostLiftEv, Math.max(-mostLiftEv, liftEv)), contrast };
  return neutral ? { curve, neutral } : { curve };
}

/** One look for all frames of a set, so that their exposures keep their relation: the median of what each tells. */
export function settleCameraLook(looks: readonly (CameraLook | undefined)[]): CameraLook | undefined {
  const found = looks.filter((look) => look !== undefined);
  if (found.length === 0) return undefined;
  const liftEv = medianOf(found.map(({ curve }) => curve.liftEv));
  const curve = { liftEv, contrast: medianOf(found.map((look) => look.curve.contrast)) };
  const neutrals = found.flatMap(({ neutral }) => (neutral ? [neutral] : []));
  if (neutrals.length === 0) return { curve };
  return { curve, neutral: toNeutral([0, 1, 2].map((c) => medianOf(neutrals.map((neutral) => neutral[c])))) };
}

/** Sensor responses as shares of white to linear sRGB as the base curve takes it. */
function lightMatrix({ cameraToXyz, baselineExposureEv = 0 }: Mosaic, neutral: Triple): readonly number[] {
  const gains = gainsOf(neutral).map((gain) => gain * 2 ** baselineExposureEv);
  return balancedMatrix(xyzD50ToSrgb, cameraToXyz, neutral).map((value, i) => value * gains[i % 3]);
}

/**
 * The response to white with which the sensor's colours become those of the camera's picture: the median over cells of
 * how the responses relate to those that the shown colours would give after balancing.
 */
function findNeutral(all: readonly Cell[], mosaic: Mosaic): Triple {
  const cells = all.filter(({ shown, clips }) => {
    return !clips && Math.min(...shown) > comparable.least && Math.max(...shown) < comparable.most;
  });
  const assumed = mosaic.asShotNeutral;
  const scenes = cells.map(({ shown }) => shown.map((light) => sceneLightOf(light, headroom)) as unknown as Triple);
  let neutral = assumed;
  for (let round = 0; round < rounds; round++) {
    const toBalanced = invert(balancedMatrix(xyzD50ToSrgb, mosaic.cameraToXyz, neutral));
    if (!toBalanced) return assumed;
    const responses = cells.flatMap(({ sensor }, i) => {
      const balanced = transform(toBalanced, scenes[i]);
      return Math.min(...balanced, ...sensor) > 0 ? [sensor.map((value, c) => value / balanced[c])] : [];
    });
    if (responses.length < leastQuantiles) return assumed;
    const ratios = [0, 1, 2].map((c) => {
      const expected = assumed[c] / assumed[1];
      const found = medianOf(responses.map((response) => response[c] / response[1]));
      return Math.min(expected * farthest, Math.max(expected / farthest, found));
    });
    neutral = toNeutral(ratios);
  }
  return neutral;
}

function toNeutral([r, g, b]: readonly number[]): Triple {
  const largest = Math.max(r, g, b);
  return [r / largest, g / largest, b / largest];
}

function luminanceOf(light: Triple): number {
  return luminanceWeights.reduce((sum, weight, c) => sum + weight * light[c], 0);
}

/** Pearson's correlation; not a number where one of them is flat. */
function likenessOf(one: readonly number[], other: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const [xs, ys] = [centred(one), centred(other)];
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return product(xs, ys) / Math.sqrt(product(xs, xs) * product(ys, ys));
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
