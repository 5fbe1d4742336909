import { EngineError } from "../../errors/index.ts";
import {
  applyHomography,
  type Homography,
  type IntegerImage,
  isFiniteHomography,
  type PixelMemory,
  type Rect,
  validateImage,
} from "../../image/index.ts";
import {
  buildGrid,
  distortPoint,
  type LensCorrection,
  type SceneLight,
  vignettingGain,
  type WarpGrid,
  type WarpMap,
  warpImage,
  warpLight,
} from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";

export interface RectifyGeometry {
  readonly correction?: LensCorrection | undefined;
  /** From the target's pixels to those of the lens-corrected picture. */
  readonly homography?: Homography | undefined;
  /** The part of the target that is wanted; default all of it, the size of the picture. */
  readonly crop?: Rect | undefined;
  /** A 360° picture: what leaves on one side comes in on the other. */
  readonly wrapX?: boolean | undefined;
}

export interface RectifyInput extends RectifyGeometry {
  /** Upright, 3 channels. */
  readonly image: IntegerImage;
  /** The scene's light over it. */
  readonly light?: SceneLight | undefined;
}

export interface RectifyResult {
  /** The same object when nothing was done. RGB of the input's sample type otherwise. */
  readonly image: IntegerImage;
  readonly applied: boolean;
  readonly reason?: string;
  /** Distance of the warp grid's nodes, in pixels. */
  readonly gridStepPx?: number;
  /** The scene's light over the result, where it was given. */
  readonly light?: SceneLight | undefined;
}

/**
 * Carries out lens correction, perspective and crop in one resampling, so that the picture loses sharpness once. What
 * is done was decided by the lens and perspective stages. Throws `cancelled`, and `internal` for geometry that does not
 * belong to the picture.
 */
export async function rectify(
  { image, light, ...geometry }: RectifyInput,
  _options: NoOptions,
  context: StageContext,
): Promise<RectifyResult> {
  validateImage(image, "rectify");
  validateGeometry(image, geometry);
  const { correction, homography, wrapX = false } = geometry;
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const { crop = whole } = geometry;
  const isWhole = crop.x === 0 && crop.y === 0 && crop.width === image.width && crop.height === image.height;
  if (!correction && !homography && isWhole) {
    return { image, applied: false, reason: "no geometry to correct", light };
  }
  throwIfCancelled(context, "rectify");
  const map = targetMap(crop, correction, homography);
  const grid = fineGrid(crop.width, crop.height, map, context.memory);
  const result = await warpImage(image, grid, context, { wrapX });
  context.memory.release(grid.positions);
  if (grid.gain) context.memory.release(grid.gain);
  context.memory.release(image.data);
  const warped = light && warpLight(light, crop, (x, y) => map.sourceOf(x, y, 1));
  return { image: result, applied: true, gridStepPx: grid.step, light: warped };
}

function validateGeometry(image: IntegerImage, { correction, homography, crop }: RectifyGeometry): void {
  const { width, height } = image;
  if (image.channels !== 3) throw new EngineError("internal", `rectify: expected RGB, got ${image.channels} channel`);
  if (correction && (correction.width !== width || correction.height !== height)) {
    const expected = `${correction.width} × ${correction.height}`;
    throw new EngineError("internal", `rectify: a lens correction for ${expected} came with ${width} × ${height}`);
  }
  if (homography && !isFiniteHomography(homography)) {
    throw new EngineError("internal", `rectify: expected a finite homography, got ${homography.join(" ")}`);
  }
  const isCropSound =
    !crop || ([crop.x, crop.y, crop.width, crop.height].every(Number.isInteger) && crop.width > 0 && crop.height > 0);
  if (!isCropSound) throw new EngineError("internal", "rectify: expected a crop of whole pixels");
}

/** Target pixel → perspective → lens, the way the light came backwards. */
function targetMap(crop: Rect, correction?: LensCorrection, homography?: Homography): WarpMap {
  const idealOf = (x: number, y: number) => {
    const point = { x: x + crop.x, y: y + crop.y };
    return homography ? applyHomography(homography, point.x, point.y) : point;
  };
  if (!correction) return { sourceOf: idealOf };
  const sourceOf = (x: number, y: number, channel: number) => {
    const ideal = idealOf(x, y);
    return distortPoint(correction, ideal.x, ideal.y, channel);
  };
  const gainOf = (x: number, y: number) => {
    const source = sourceOf(x, y, 1);
    return vignettingGain(correction, source.x, source.y);
  };
  const mapChannels = correction.tca ? 3 : 1;
  return {
    sourceOf: mapChannels === 3 ? sourceOf : (x, y) => sourceOf(x, y, 1),
    mapChannels,
    ...(correction.vignetting && { gainOf }),
  };
}

const gridSteps = [16, 8, 4, 2] as const;
const MAX_GRID_ERROR_PX = 0.01;
/** A third of a level of 8 bits in the lights. */
const MAX_GAIN_ERROR = 0.003;

/**
 * The coarsest grid that follows the map where maps bend most, along the target's border; small pictures need the
 * finest.
 */
function fineGrid(width: number, height: number, map: WarpMap, memory: PixelMemory): WarpGrid {
  const { sourceOf, gainOf = () => 1 } = map;
  const valuesAt = (x: number, y: number): readonly number[] => {
    const source = sourceOf(x, y, 1);
    return [source.x / MAX_GRID_ERROR_PX, source.y / MAX_GRID_ERROR_PX, Math.log(gainOf(x, y)) / MAX_GAIN_ERROR];
  };
  const step = gridSteps.find((candidate) => borderError(width, height, valuesAt, candidate) <= 1);
  return buildGrid(width, height, map, memory, step ?? gridSteps[gridSteps.length - 1]);
}

/**
 * How far the middles of the grid's outermost cells lie from the bilinear value of their corners, in any of the values.
 */
function borderError(
  width: number,
  height: number,
  valuesAt: (x: number, y: number) => readonly number[],
  step: number,
): number {
  const cellError = (left: number, top: number): number => {
    const [right, bottom] = [left + step, top + step];
    const corners = [valuesAt(left, top), valuesAt(right, top), valuesAt(left, bottom), valuesAt(right, bottom)];
    const middle = valuesAt(left + step / 2, top + step / 2);
    return Math.max(...middle.map((value, k) => Math.abs(corners.reduce((sum, v) => sum + v[k], 0) / 4 - value)));
  };
  const lastColumn = Math.floor((width - 1) / step) * step;
  const lastRow = Math.floor((height - 1) / step) * step;
  let worst = 0;
  for (let x = 0; x <= lastColumn; x += step) worst = Math.max(worst, cellError(x, 0), cellError(x, lastRow));
  for (let y = 0; y <= lastRow; y += step) worst = Math.max(worst, cellError(0, y), cellError(lastColumn, y));
  return worst;
}
