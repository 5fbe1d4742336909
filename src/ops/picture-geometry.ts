import { applyHomography, type Homography, type PixelMemory, type Point, type Rect } from "../image/index.ts";
import { distortPoint, type LensCorrection, vignettingGain } from "./lens-correction.ts";
import { buildGrid, type WarpGrid, type WarpMap } from "./warp.ts";

/** Changes of a picture's geometry: lens, perspective and crop, in this order. */
export interface PictureGeometry {
  readonly correction?: LensCorrection | undefined;
  /** Maps the target's pixels to those of the lens-corrected picture. */
  readonly homography?: Homography | undefined;
  /** The part of the target to keep; default all of it, with the size of the picture. */
  readonly crop?: Rect | undefined;
  /** A 360° picture: its left and right edges meet. */
  readonly wrapX?: boolean | undefined;
}

/**
 * Maps the crop's pixels to the picture's: crop → perspective → lens, the reverse of the light's path. `motion` maps
 * from there to the pixels of a frame taken from another position.
 */
export function targetMap({ correction, homography }: PictureGeometry, crop: Rect, motion?: Homography): WarpMap {
  const idealOf = (x: number, y: number) => {
    const point = { x: x + crop.x, y: y + crop.y };
    return homography ? applyHomography(homography, point.x, point.y) : point;
  };
  const moved = ({ x, y }: Point) => (motion ? applyHomography(motion, x, y) : { x, y });
  if (!correction) return { sourceOf: (x, y) => moved(idealOf(x, y)) };
  const pictureOf = (x: number, y: number, channel: number) => {
    const ideal = idealOf(x, y);
    return distortPoint(correction, ideal.x, ideal.y, channel);
  };
  const gainOf = (x: number, y: number) => {
    const source = pictureOf(x, y, 1);
    return vignettingGain(correction, source.x, source.y);
  };
  const mapChannels = correction.tca ? 3 : 1;
  return {
    sourceOf: (x, y, channel) => moved(pictureOf(x, y, mapChannels === 3 ? channel : 1)),
    mapChannels,
    ...(correction.vignetting && { gainOf }),
  };
}

const gridSteps = [16, 8, 4, 2] as const;
const MAX_GRID_ERROR_PX = 0.01;
/** A third of a level of 8 bits in highlights. */
const MAX_GAIN_ERROR = 0.003;

/**
 * The coarsest grid that follows the map along the target's border, where maps bend most; small pictures need the
 * finest.
 */
export function fineGrid(width: number, height: number, map: WarpMap, memory: PixelMemory): WarpGrid {
  const { sourceOf, gainOf = () => 1 } = map;
  const valuesAt = (x: number, y: number): readonly number[] => {
    const source = sourceOf(x, y, 1);
    return [source.x / MAX_GRID_ERROR_PX, source.y / MAX_GRID_ERROR_PX, Math.log(gainOf(x, y)) / MAX_GAIN_ERROR];
  };
  const step = gridSteps.find((candidate) => borderError(width, height, valuesAt, candidate) <= 1);
  return buildGrid(width, height, map, memory, step ?? gridSteps[gridSteps.length - 1]);
}

/**
 * Largest deviation, in any of the values, of the centres of the grid's outermost cells from the bilinear value of
 * their corners.
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
