import { type CellGrid, type PointMap, planesOver, warpPlanes } from "./cell-planes.ts";

/** What a place can show. `other` is furniture, doors, mirrors, screens, people and all else. */
export const sceneClasses = [
  "ceiling",
  "wall",
  "floor",
  "window",
  "lamp",
  "sky",
  "plant",
  "facade",
  "ground",
  "other",
] as const;
export type SceneClass = (typeof sceneClasses)[number];

/** What a picture can be of. */
export const sceneKinds = ["room", "hall_public", "exterior_day", "exterior_dusk_night", "detail", "other"] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** What can light it. */
export const sceneLights = ["daylight", "lamps", "mixed", "fluorescent", "night"] as const;
export type SceneLighting = (typeof sceneLights)[number];

/**
 * What is where in a picture: a plane of probabilities for each class, 0 to 1, row-major; at every place they sum up
 * to 1.
 */
export interface SceneMap extends CellGrid {
  readonly planes: Readonly<Record<SceneClass, Float32Array>>;
  /** 0 to 1: how surely a wall has paint, paper, wood or brick in a strong colour; valid on walls only. */
  readonly paint: Float32Array;
}

/** A map, and what the picture is as a whole. Confidences are 0 to 1 and sum up to 1 over all kinds, or lights. */
export interface SceneDescription {
  readonly map: SceneMap;
  /** What the picture is of. */
  readonly kind: {
    /** The likeliest kind. */
    readonly is: SceneKind;
    /** Its confidence, 0 to 1. */
    readonly confidence: number;
  };
  /** The confidence of every kind, 0 to 1. */
  readonly kinds: Readonly<Record<SceneKind, number>>;
  /** What lights the picture. */
  readonly light: {
    /** The likeliest light. */
    readonly is: SceneLighting;
    /** Its confidence, 0 to 1. */
    readonly confidence: number;
  };
}

/** Planes in the order of the classes, then paint. */
export function nameScenePlanes(planes: readonly Float32Array[]): Pick<SceneMap, "planes" | "paint"> {
  const ofClasses = Object.fromEntries(sceneClasses.map((name, c) => [name, planes[c]])) as SceneMap["planes"];
  return { planes: ofClasses, paint: planes[sceneClasses.length] };
}

/** All planes of a map, in the order that {@link nameScenePlanes} names them. */
function planesOf({ planes, paint }: Pick<SceneMap, "planes" | "paint">): Float32Array[] {
  return [...sceneClasses.map((name) => planes[name]), paint];
}

/** The map over a picture of another geometry; places outside the map get the values of its border. */
export function warpScene(map: SceneMap, size: { width: number; height: number }, sourceOf: PointMap): SceneMap {
  const { planes, ...grid } = warpPlanes(planesOf(map), map, { ...size, factor: map.factor }, sourceOf);
  return { ...grid, ...nameScenePlanes(planes) };
}

/** The map over a grid with cells of another size, laid over the same picture. */
export function sceneOver(map: SceneMap, { width, height, factor }: CellGrid): SceneMap {
  return { width, height, factor, ...nameScenePlanes(planesOver(planesOf(map), map, { width, height, factor })) };
}

/** Light of a scene as the frames of a bracket show it together, on a grid over a picture. */
export interface SceneLight extends CellGrid {
  /** Stops, 0 where the darkest frame shows display white; a cell each. */
  readonly stops: Float32Array;
}

/** The light over a picture of another geometry; cells outside the known light get that of its border. */
export function warpLight(light: SceneLight, size: { width: number; height: number }, sourceOf: PointMap): SceneLight {
  const { planes, ...grid } = warpPlanes([light.stops], light, { ...size, factor: light.factor }, sourceOf);
  return { ...grid, stops: planes[0] };
}

/** The stops over a grid with cells of another size, laid over the same picture. */
export function lightOver(light: SceneLight, grid: CellGrid): Float32Array {
  return planesOver([light.stops], light, grid)[0];
}
