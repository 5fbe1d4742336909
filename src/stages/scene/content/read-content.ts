import {
  type KnownColour,
  knownColourOver,
  lightOver,
  lumaOf,
  type SceneContent,
  type SceneDescription,
  type SceneEvidence,
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
  lightOfKnown,
  unpainted,
  withoutPaint,
} from "./surfaces/index.ts";
import { clippedColours, findVeils, findViews, findWashed, groundOf } from "./views/index.ts";

/** A small copy of a picture, and what is known about it. */
export interface ContentInput {
  readonly small: SmallImage;
  /** The picture is a full circle: its left and right edges meet. */
  readonly wrapX?: boolean;
  /** The learned map of the whole picture that `small` is a copy of. */
  readonly scene?: SceneDescription | undefined;
  /** Light over the picture, if the frames of a bracket show it. */
  readonly sceneLight?: SceneLight | undefined;
  /** Where flash frames gave the picture the colours of its surfaces. */
  readonly knownColour?: KnownColour | undefined;
  /** See `SceneEvidence.lightEv`. */
  readonly lightEv?: number | undefined;
  /** Colours of the house that the room belongs to. */
  readonly known?: KnownPaints | undefined;
}

/** Describes a small copy for rendering: its light, and what is where. */
export function readContent(input: ContentInput): SceneContent {
  const { small, wrapX = false, scene, sceneLight, knownColour, lightEv, known: house } = input;
  const copy = { width: small.width, height: small.height, wrapX };
  const luma = lumaOf(small);
  const none = new Float32Array(luma.length);
  const map = scene && sceneOver(scene.map, small);
  const stops = sceneLight && lightOver(sceneLight, small);
  const found = findSurfaces(small, luma, wrapX);
  const dark = findDarkPaint(copy, { luma, surfaces: found });
  const ofHouse = house && house.paints.length > 0 ? findPaint(found.samples, house) : undefined;
  const without = (paint: Float32Array) => findNeutral(withoutPaint(found.samples, paint), found.areas);
  const paint = ofHouse ? dark.map((share, i) => Math.max(share, ofHouse[i])) : dark;
  const surfaces = without(paint);
  const roomByFlash = knownColour && scene ? scene.kinds.room + scene.kinds.hall_public : 0;
  const known = knownColour ? knownColourOver(knownColour, small) : none;
  const inside = luma.map((_, i) => (map ? Math.max(0, 1 - map.planes.window[i] - map.planes.lamp[i]) : 1));
  const { level, pale, grey, limiting } = findPale(copy, luma, surfaces, { dark, inside });
  const ceilings = map ? unpainted(map.planes.ceiling, map.paint) : none;
  const walls = map ? unpainted(map.planes.wall, map.paint) : pale;
  const views = map ? findViews(copy, small, { luma, surfaces, level, windows: map.planes.window, stops }) : none;
  return {
    evidence: withRoom(readEvidence(small, ofHouse ? without(ofHouse) : found, { wrapX, lightEv }), roomByFlash),
    ...surfaces,
    samples: found.samples,
    ...{ level, pale, grey, limiting, dark, paint, views },
    known,
    knownLight: knownColour
      ? lightOfKnown(found, { luma, known, ceilings, walls })
      : { red: 0, blue: 0, confidence: 0 },
    ground: groundOf(views, luma),
    veils: findVeils(copy, small, luma, views),
    washed: findWashed(copy, luma, views),
    clipped: clippedColours(small),
    brights: brightThings(luma, level),
    glare: findGlare(small, level, surfaces.areas),
    sources: pale.map((_, i) => (map ? map.planes.lamp[i] + map.planes.window[i] + map.planes.sky[i] : 0)),
    ceilings,
    walls,
    floors: map ? map.planes.floor : none,
  };
}

/**
 * A flash evens out the light by which walls and ceilings are recognised. So if flash frames gave the colours, the
 * learned map decides whether the picture shows a room. `room`: the least probability of a room, 0 to 1.
 */
function withRoom(evidence: SceneEvidence, room: number): SceneEvidence {
  if (room <= evidence.room) return evidence;
  const outside = (1 - room) / (1 - evidence.room);
  const { againstSky, night } = evidence;
  return { ...evidence, room, againstSky: outside * againstSky, night: outside * night };
}
