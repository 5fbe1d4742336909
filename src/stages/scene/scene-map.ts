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
export interface SceneMap {
  readonly width: number;
  readonly height: number;
  /** Pixels of the described picture, along each axis, that one place covers. */
  readonly factor: number;
  readonly planes: Readonly<Record<SceneClass, Float32Array>>;
  /** 0 to 1: how surely a wall has paint, paper, wood or brick in a strong colour; valid on walls only. */
  readonly paint: Float32Array;
}

/** A map, and what the picture is as a whole. Confidences are 0 to 1 and sum up to 1 over all kinds, or lights. */
export interface SceneDescription {
  readonly map: SceneMap;
  readonly kind: { readonly is: SceneKind; readonly confidence: number };
  readonly kinds: Readonly<Record<SceneKind, number>>;
  readonly light: { readonly is: SceneLighting; readonly confidence: number };
}

/** Planes in the order of the classes, then paint. */
export function nameScenePlanes(planes: readonly Float32Array[]): Pick<SceneMap, "planes" | "paint"> {
  const ofClasses = Object.fromEntries(sceneClasses.map((name, c) => [name, planes[c]])) as SceneMap["planes"];
  return { planes: ofClasses, paint: planes[sceneClasses.length] };
}
