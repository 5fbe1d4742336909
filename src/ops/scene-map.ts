/** Evidence that distinguishes a room from other scenes; each is a share or a ratio measured on a small copy. */
export interface SceneEvidence {
  /** Share of smooth, bright surfaces in the light's own colour: walls and ceilings. */
  readonly walls: number;
  /** Straightness of upright edges: mean gradient along a sixteenth of the edge, relative to the gradient itself. */
  readonly uprights: number;
  /** Share of the top quarter that is smooth and blue. */
  readonly sky: number;
  /** Share of the top quarter that is smooth and dark. */
  readonly darkSky: number;
  /** Share of textured green. */
  readonly foliage: number;
  /** Brightness of the top sixth minus that of the picture (display values of medians): an overcast sky. */
  readonly brightTop: number;
  /**
   * Exposure value at ISO 100 of the camera's exposure. Rooms are below 10; scenes lit by the sun or an overcast sky
   * are above 11. Absent if the file does not state it or a flash fired.
   */
  readonly lightEv?: number;
  /** Confidence that the picture shows a room, 0 to 1. */
  readonly room: number;
  /** Confidence that the light is too dim for outdoors by day, and that no dark sky indicates night, 0 to 1. */
  readonly dim: number;
  /** Confidence that a bright sky is behind a dark scene, 0 to 1. */
  readonly againstSky: number;
  /** Confidence that lights shine under a dark sky, 0 to 1. */
  readonly night: number;
}

/**
 * Content of a small copy of a picture, as far as rendering needs it. Planes have one value a pixel, row-major, 0 to 1
 * unless stated otherwise.
 */
export interface SceneContent {
  readonly evidence: SceneEvidence;
  /**
   * log(R/G) and log(B/G) of display values of grey surfaces, and the share of the picture that supports them, 0 to 1.
   */
  readonly red: number;
  readonly blue: number;
  readonly confidence: number;
  /**
   * log(R/G), log(B/G) of display values and weight of every pixel, interleaved; bright and smooth pixels have weight.
   */
  readonly samples: Float32Array;
  /** Weight of each row in measurements over the whole picture, mean 1; equal if omitted. */
  readonly areas?: Float32Array | undefined;
  /** Display value of a typical pale surface in good light, 0 to 1. */
  readonly level: number;
  /** Confidence that a pixel is smooth, pale paint, times approximately its squared distance from dark, 0 to 1. */
  readonly pale: Float32Array;
  /** Confidence that a pixel is grey at any brightness. */
  readonly grey: Float32Array;
  /**
   * Confidence that a pixel is as bright as pale surfaces or as dark as black glass: its own colour limits the white
   * balance.
   */
  readonly limiting: Float32Array;
  /** Confidence that a pixel is painted dark, and that it is paint of any colour. */
  readonly dark: Float32Array;
  readonly paint: Float32Array;
  /** Confidence that a pixel has the colour that flash frames show of its surface; 0 without flash frames. */
  readonly known: Float32Array;
  /** The single light in which flash frames show it: see `red`, `blue` and `confidence`. */
  readonly knownLight: {
    readonly red: number;
    readonly blue: number;
    readonly confidence: number;
  };
  /** Confidence that a pixel shows the view from a window. */
  readonly views: Float32Array;
  /** The part of the views that is not bright sky. */
  readonly ground: Float32Array;
  /** Glare and haze over the views, in display values. */
  readonly veils: Float32Array;
  /** Confidence that a pixel belongs to a view that is washed out as a whole. */
  readonly washed: Float32Array;
  /** Confidence that a pixel's colour is clipped. */
  readonly clipped: Float32Array;
  /** Confidence that a pixel is as bright as white things in good light. */
  readonly brights: Float32Array;
  /** Glare over the whole picture, in display values. */
  readonly glare: number;
  /** Confidence that a pixel is a lamp, a window or sky, which may be white; 0 without a learned map. */
  readonly sources: Float32Array;
  /** Confidence that a pixel belongs to a ceiling without a strong colour, and to a floor; 0 without a learned map. */
  readonly ceilings: Float32Array;
  readonly floors: Float32Array;
  /** Confidence that a pixel belongs to a wall without a strong colour; without a learned map, to pale paint. */
  readonly walls: Float32Array;
}

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
type SceneKind = (typeof sceneKinds)[number];

/** Kinds of lighting. */
export const sceneLights = ["daylight", "lamps", "mixed", "fluorescent", "night"] as const;
type SceneLighting = (typeof sceneLights)[number];

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

/** A grid of cells over a picture. */
interface CellGrid {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture, along each axis, that one cell covers. */
  readonly factor: number;
}

/** Maps a point of the resulting picture (in pixels, centres at integers) to the picture that has the planes. */
type PointMap = (x: number, y: number) => { readonly x: number; readonly y: number };

/**
 * Resamples planes of a grid, one value a cell, to a picture of another geometry: bilinear between the centres of
 * cells, constant outside the grid. The third argument has the size of the picture in pixels and the `factor` of its
 * cells.
 */
function warpPlanes(
  planes: readonly Float32Array[],
  grid: CellGrid,
  { width: pixelWidth, height: pixelHeight, factor }: CellGrid,
  sourceOf: PointMap,
): CellGrid & { readonly planes: Float32Array[] } {
  const width = Math.ceil(pixelWidth / factor);
  const height = Math.ceil(pixelHeight / factor);
  const warped = planes.map(() => new Float32Array(width * height));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = sourceOf((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
      const column = Math.min(grid.width - 1, Math.max(0, (source.x + 0.5) / grid.factor - 0.5));
      const row = Math.min(grid.height - 1, Math.max(0, (source.y + 0.5) / grid.factor - 0.5));
      const [left, top] = [Math.floor(column), Math.floor(row)];
      const [right, bottom] = [Math.min(grid.width - 1, left + 1), Math.min(grid.height - 1, top + 1)];
      const [across, down] = [column - left, row - top];
      for (let p = 0; p < planes.length; p++) {
        const plane = planes[p];
        const upper = plane[top * grid.width + left] * (1 - across) + plane[top * grid.width + right] * across;
        const lower = plane[bottom * grid.width + left] * (1 - across) + plane[bottom * grid.width + right] * across;
        warped[p][y * width + x] = upper * (1 - down) + lower * down;
      }
    }
  }
  return { width, height, factor, planes: warped };
}

/** Resamples planes to a grid with cells of another size over the same picture. */
function planesOver(planes: readonly Float32Array[], grid: CellGrid, over: CellGrid): Float32Array[] {
  const { width, height, factor } = over;
  const size = { width: width * factor, height: height * factor, factor };
  return warpPlanes(planes, grid, size, (x, y) => ({ x, y })).planes;
}

/** Cells of a picture that show surfaces in a single light, so that one white balance corrects all their colours. */
export interface KnownColour extends CellGrid {
  /** Confidence of each cell, 0 to 1. */
  readonly shares: Float32Array;
}

/** The same for a picture of another geometry; cells outside get the values of the border. */
export function warpKnownColour(
  known: KnownColour,
  size: { width: number; height: number },
  sourceOf: PointMap,
): KnownColour {
  const { planes, ...grid } = warpPlanes([known.shares], known, { ...size, factor: known.factor }, sourceOf);
  return { ...grid, shares: planes[0] };
}

/** The shares over a grid with cells of another size over the same picture. */
export function knownColourOver(known: KnownColour, grid: CellGrid): Float32Array {
  return planesOver([known.shares], known, grid)[0];
}
