import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, isFiniteHomography, type Rect, validateImage } from "../../image/index.ts";
import {
  fineGrid,
  type PictureGeometry,
  type SceneLight,
  targetMap,
  type WarpMap,
  warpImage,
  warpLight,
} from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";

interface RectifyInput extends PictureGeometry {
  /** Upright picture with 3 channels. */
  readonly image: IntegerImage;
  /** Map of the scene's light over the picture. */
  readonly light?: SceneLight | undefined;
  /**
   * The frames were already warped to this geometry during alignment: the picture has the size of the crop, and only
   * vignetting remains to be corrected.
   */
  readonly resampled?: boolean;
}

export interface RectifyResult {
  /** The same object if nothing was done, otherwise RGB with the input's sample type. */
  readonly image: IntegerImage;
  /** Whether anything was done. */
  readonly applied: boolean;
  /** Reason if nothing was done, in plain words. */
  readonly reason?: string;
  /** Distance of the warp grid's nodes, in pixels; absent if the frames were warped before. */
  readonly gridStepPx?: number;
  /** Lens and perspective were corrected in the same resampling as the alignment of the frames. */
  readonly withAlignment?: true;
  /** Map of the scene's light over the result, if the input has one. */
  readonly light?: SceneLight | undefined;
}

/**
 * Carries out lens correction, perspective and crop in one resampling, so that the picture loses sharpness only once;
 * if frames were aligned with this geometry, only vignetting remains to be corrected. The lens and perspective stages
 * decide what is corrected. Throws `cancelled`, and `internal` for geometry that does not belong to the picture.
 */
export async function rectify(
  { image, light, resampled = false, ...geometry }: RectifyInput,
  _options: NoOptions,
  context: StageContext,
): Promise<RectifyResult> {
  validateImage(image, "rectify");
  const { correction, homography } = geometry;
  const { crop = wholeOf(resampled && correction ? correction : image) } = geometry;
  validateGeometry(resampled ? (correction ?? image) : image, image.channels, geometry);
  if (resampled) return brighten(image, light, targetMap(geometry, crop), context);
  const isWhole = crop.x === 0 && crop.y === 0 && crop.width === image.width && crop.height === image.height;
  if (!correction && !homography && isWhole) {
    return { image, applied: false, reason: "no geometry to correct", light };
  }
  throwIfCancelled(context, "rectify");
  const map = targetMap(geometry, crop);
  const { image: result, gridStepPx } = await warpBy(map, image, crop, geometry.wrapX, context);
  const warped = light && warpLight(light, crop, (x, y) => map.sourceOf(x, y, 1));
  return { image: result, applied: true, gridStepPx, light: warped };
}

const wholeOf = ({ width, height }: Pick<Rect, "width" | "height">): Rect => ({ x: 0, y: 0, width, height });

/** Corrects vignetting. No pixel moves, so resampling copies it exactly. */
async function brighten(
  image: IntegerImage,
  light: SceneLight | undefined,
  { gainOf }: WarpMap,
  context: StageContext,
): Promise<RectifyResult> {
  const done = { applied: true, withAlignment: true, light } as const;
  if (!gainOf) return { image, ...done };
  throwIfCancelled(context, "rectify");
  const inPlace = { sourceOf: (x: number, y: number) => ({ x, y }), gainOf };
  const { image: brightened } = await warpBy(inPlace, image, image, false, context);
  return { image: brightened, ...done };
}

/** Warps the picture and ends its use. */
async function warpBy(
  map: WarpMap,
  image: IntegerImage,
  { width, height }: Pick<Rect, "width" | "height">,
  wrapX: boolean | undefined,
  context: StageContext,
): Promise<{ readonly image: IntegerImage; readonly gridStepPx: number }> {
  const grid = fineGrid(width, height, map, context.memory);
  const result = await warpImage(image, grid, context, { wrapX: wrapX === true });
  context.memory.release(grid.positions);
  if (grid.gain) context.memory.release(grid.gain);
  context.memory.release(image.data);
  return { image: result, gridStepPx: grid.step };
}

function validateGeometry(
  { width, height }: Pick<Rect, "width" | "height">,
  channels: IntegerImage["channels"],
  { correction, homography, crop }: PictureGeometry,
): void {
  if (channels !== 3) throw new EngineError("internal", `rectify: expected RGB, got ${channels} channel`);
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
