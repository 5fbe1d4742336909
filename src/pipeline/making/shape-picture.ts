import type { IntegerImage } from "../../image/index.ts";
import {
  type KnownColour,
  type LensCorrection,
  type PictureGeometry,
  type SceneDescription,
  type SceneLight,
  targetMap,
  warpKnownColour,
  warpScene,
} from "../../ops/index.ts";
import { withFringes } from "../../stages/lens/index.ts";
import type { PerspectiveInput, PerspectiveResult } from "../../stages/perspective/index.ts";
import type { ToneInput } from "../../stages/tone/index.ts";

/** A fused picture before rectification. */
export interface ToShape {
  readonly image: IntegerImage;
  readonly light?: SceneLight | undefined;
  /** Colours of surfaces, if flash frames show them. */
  readonly knownColour?: KnownColour | undefined;
  readonly scene: SceneDescription;
  /** Whether the frames were rectified during alignment. */
  readonly resampled: boolean;
}

/** What toning reads that has the geometry of the picture. */
export type ShapedPicture = Pick<ToneInput, "image" | "sceneLight" | "knownColour" | "scene">;

/** The rectified picture, with its scene map and known colours resampled to its geometry. Sizes are in pixels. */
export function shapedPicture(
  { image, light }: Pick<ToShape, "image" | "light">,
  { scene, knownColour }: Pick<ToShape, "scene" | "knownColour">,
  geometry: PictureGeometry,
  size: { readonly width: number; readonly height: number },
): ShapedPicture {
  const { correction, homography, crop } = geometry;
  if (!correction && !homography && !crop) return { image, sceneLight: light, knownColour, scene };
  const { sourceOf } = targetMap(geometry, crop ?? { x: 0, y: 0, ...size });
  const sourceAt = (x: number, y: number) => sourceOf(x, y, 1);
  return {
    image,
    sceneLight: light,
    knownColour: knownColour && warpKnownColour(knownColour, size, sourceAt),
    scene: { ...scene, map: warpScene(scene.map, size, sourceAt) },
  };
}

/** Input of the search for the tilt, without the picture, and the lens's fringes that the rectification corrects. */
export interface UprightSearch extends Omit<PerspectiveInput, "image" | "show"> {
  readonly fringes: LensCorrection["tca"];
}

/** The rectification of a picture of this size in pixels. */
export function geometryOf(
  { homography, crop, correction }: PerspectiveResult,
  { common, correction: known, fringes, is360 }: UprightSearch,
  size: { readonly width: number; readonly height: number },
): PictureGeometry {
  const found = correction ?? known;
  const complete = fringes && found && !found.tca ? withFringes(found, fringes, size) : found;
  return { correction: complete, homography, crop: crop ?? common, wrapX: is360 };
}
