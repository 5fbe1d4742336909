import {
  lightOver,
  lumaOf,
  type SceneContent,
  type SceneDescription,
  type SceneLight,
  type SmallImage,
  sceneOver,
} from "../../../ops/index.ts";
import { readEvidence } from "./room/evidence.ts";
import { findGlare } from "./room/glare.ts";
import {
  brightThings,
  findDarkPaint,
  findNeutral,
  findPaint,
  findPale,
  findSurfaces,
  type KnownPaints,
  unpainted,
  withoutPaint,
} from "./surfaces/index.ts";
import { clippedColours, findVeils, findViews, findWashed, groundOf } from "./views/index.ts";

/** A small copy of a picture, and what is known of it. */
export interface ContentInput {
  readonly small: SmallImage;
  /** The picture is a full circle: its left and right edges meet. */
  readonly wrapX?: boolean;
  /** What the learned map says, over the picture that `small` is a copy of. */
  readonly scene?: SceneDescription | undefined;
  /** Light over the picture, where the frames of a bracket show it. */
  readonly sceneLight?: SceneLight | undefined;
  /** See `SceneEvidence.lightEv`. */
  readonly lightEv?: number | undefined;
  /** Colours of the house that the room belongs to. */
  readonly known?: KnownPaints | undefined;
}

/** Describes a small copy as far as rendering needs it: what its light is, and what is where. */
export function readContent({ small, wrapX = false, scene, sceneLight, lightEv, known }: ContentInput): SceneContent {
  const copy = { width: small.width, height: small.height, wrapX };
  const luma = lumaOf(small);
  const none = new Float32Array(luma.length);
  const map = scene && sceneOver(scene.map, small);
  const stops = sceneLight && lightOver(sceneLight, small);
  const found = findSurfaces(small, luma, wrapX);
  const dark = findDarkPaint(copy, { luma, surfaces: found });
  const ofHouse = known && known.paints.length > 0 ? findPaint(found.samples, known) : undefined;
  const without = (paint: Float32Array) => findNeutral(withoutPaint(found.samples, paint), found.areas);
  const paint = ofHouse ? dark.map((share, i) => Math.max(share, ofHouse[i])) : dark;
  const surfaces = without(paint);
  const inside = luma.map((_, i) => (map ? Math.max(0, 1 - map.planes.window[i] - map.planes.lamp[i]) : 1));
  const { level, pale, grey, limiting } = findPale(copy, luma, surfaces, { dark, inside });
  const views = map ? findViews(copy, small, { luma, surfaces, level, windows: map.planes.window, stops }) : none;
  return {
    evidence: readEvidence(small, ofHouse ? without(ofHouse) : found, { wrapX, lightEv }),
    ...surfaces,
    samples: found.samples,
    ...{ level, pale, grey, limiting, dark, paint, views },
    ground: groundOf(views, luma),
    veils: findVeils(copy, small, luma, views),
    washed: findWashed(copy, luma, views),
    clipped: clippedColours(small),
    brights: brightThings(luma, level),
    glare: findGlare(small, level, surfaces.areas),
    sources: pale.map((_, i) => (map ? map.planes.lamp[i] + map.planes.window[i] + map.planes.sky[i] : 0)),
    ceilings: map ? unpainted(map.planes.ceiling, map.paint) : none,
    walls: map ? unpainted(map.planes.wall, map.paint) : pale,
    floors: map ? map.planes.floor : none,
  };
}
