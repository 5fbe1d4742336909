import { type CellGrid, type PointMap, planesOver, warpPlanes } from "./cell-planes.ts";

/** Classes of a position. `other` is furniture, doors, mirrors, screens, people and everything else. */
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

/** Kinds of pictures. */
export const sceneKinds = ["room", "hall_public", "exterior_day", "exterior_dusk_night", "detail", "other"] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** Kinds of lighting. */
export const sceneLights = ["daylight", "lamps", "mixed", "fluorescent", "night"] as const;
export type SceneLighting = (typeof sceneLights)[number];

/**
 * What is where in a picture: a plane of probabilities for each class, 0 to 1, row-major; at every position they sum to
 * 1.
 */
export interface SceneMap extends CellGrid {
  readonly planes: Readonly<Record<SceneClass, Float32Array>>;
  /** Confidence that a wall has paint, paper, wood or brick in a strong colour, 0 to 1; valid only on walls. */
  readonly paint: Float32Array;
}

/** A map, and what the picture shows as a whole. Confidences are 0 to 1 and sum to 1 over all kinds, or lights. */
export interface SceneDescription {
  readonly map: SceneMap;
  /** What the picture shows. */
  readonly kind: {
    /** The most likely kind. */
    readonly is: SceneKind;
    /** Its confidence, 0 to 1. */
    readonly confidence: number;
  };
  /** The confidence of every kind, 0 to 1. */
  readonly kinds: Readonly<Record<SceneKind, number>>;
  /** What lights the picture. */
  readonly light: {
    /** The most likely light. */
    readonly is: SceneLighting;
    /** Its confidence, 0 to 1. */
    readonly confidence: number;
  };
}

/** Names planes in the order of the classes, followed by paint. */
export function nameScenePlanes(planes: readonly Float32Array[]): Pick<SceneMap, "planes" | "paint"> {
  const ofClasses = Object.fromEntries(sceneClasses.map((name, c) => [name, planes[c]])) as SceneMap["planes"];
  return { planes: ofClasses, paint: planes[sceneClasses.length] };
}

/** All planes of a map, in the order that {@link nameScenePlanes} expects. */
function planesOf({ planes, paint }: Pick<SceneMap, "planes" | "paint">): Float32Array[] {
  return [...sceneClasses.map((name) => planes[name]), paint];
}

/** Resamples the map to a picture of another geometry; positions outside the map get the values of its border. */
export function warpScene(map: SceneMap, size: { width: number; height: number }, sourceOf: PointMap): SceneMap {
  const { planes, ...grid } = warpPlanes(planesOf(map), map, { ...size, factor: map.factor }, sourceOf);
  return { ...grid, ...nameScenePlanes(planes) };
}

/** Resamples the map to a grid with cells of another size over the same picture. */
export function sceneOver(map: SceneMap, { width, height, factor }: CellGrid): SceneMap {
  return { width, height, factor, ...nameScenePlanes(planesOver(planesOf(map), map, { width, height, factor })) };
}

/** Light of a scene as all frames of a bracket show it, on a grid over a picture. */
export interface SceneLight extends CellGrid {
  /** Stops relative to display white of the darkest frame, one value a cell. */
  readonly stops: Float32Array;
}

/** Resamples the light to a picture of another geometry; cells outside the known light get that of its border. */
export function warpLight(light: SceneLight, size: { width: number; height: number }, sourceOf: PointMap): SceneLight {
  const { planes, ...grid } = warpPlanes([light.stops], light, { ...size, factor: light.factor }, sourceOf);
  return { ...grid, stops: planes[0] };
}

/** Resamples the stops to a grid with cells of another size over the same picture. */
export function lightOver(light: SceneLight, grid: CellGrid): Float32Array {
  return planesOver([light.stops], light, grid)[0];
}
