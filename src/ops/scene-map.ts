/** What distinguishes a room from the rest of the world; each a share or a ratio found on a small copy. */
export interface SceneEvidence {
  /** Share of smooth, bright surfaces in the light's own colour: walls and ceilings. */
  readonly walls: number;
  /** How straight the upright edges run: mean gradient along a sixteenth of the edge against the gradient itself. */
  readonly uprights: number;
  /** Share of the uppermost quarter that is smooth and blue. */
  readonly sky: number;
  /** Share of the uppermost quarter that is smooth and dark. */
  readonly darkSky: number;
  /** Share of textured green. */
  readonly foliage: number;
  /** How much brighter the uppermost sixth is than the picture (display values of medians): an overcast sky. */
  readonly brightTop: number;
  /**
   * Exposure value at ISO 100 that the camera took for the scene: rooms lie below 10, what the sun or an overcast sky
   * lights above 11. Absent if the file does not say or a flash gave light.
   */
  readonly lightEv?: number;
  /** 0 to 1: how surely the picture shows a room. */
  readonly room: number;
  /** 0 to 1: how surely its light is too dim for the world outside by day, and no dark sky makes it a night's. */
  readonly dim: number;
  /** 0 to 1: how surely a bright sky stands behind a dark scene. */
  readonly againstSky: number;
  /** 0 to 1: how surely lights shine under a dark sky. */
  readonly night: number;
}

/**
 * What a small copy of a picture shows, as far as rendering needs it. Planes have a value a pixel, row-major, 0 to 1
 * unless stated.
 */
export interface SceneContent {
  readonly evidence: SceneEvidence;
  /** log(R/G) and log(B/G) of display values of what is grey, and how much of the picture speaks for them, 0 to 1. */
  readonly red: number;
  readonly blue: number;
  readonly confidence: number;
  /** log(R/G), log(B/G) of display values and weight (bright and smooth counts) of every pixel, interleaved. */
  readonly samples: Float32Array;
  /** What each row weighs in readings over the whole picture, mean 1; all alike if not given. */
  readonly areas?: Float32Array | undefined;
  /** Display value of a typical pale surface in good light, 0 to 1. */
  readonly level: number;
  /** How surely a pixel is smooth, pale paint; times about its squared distance from dark, 0 to 1. */
  readonly pale: Float32Array;
  /** How surely a pixel is grey at any brightness. */
  readonly grey: Float32Array;
  /**
   * How surely a pixel is as bright as pale surfaces or as dark as black glass: its own colour limits the white
   * balance.
   */
  readonly limiting: Float32Array;
  /** How surely a pixel is painted dark, and how surely it is paint of any colour. */
  readonly dark: Float32Array;
  readonly paint: Float32Array;
  /** How surely a pixel has the colour that flash frames show of its surface; nowhere without them. */
  readonly known: Float32Array;
  /** The one light in which they show it: see `red`, `blue` and `confidence`. */
  readonly knownLight: {
    readonly red: number;
    readonly blue: number;
    readonly confidence: number;
  };
  /** How surely a pixel looks out of a window. */
  readonly views: Float32Array;
  /** The part of the views that is not bright sky. */
  readonly ground: Float32Array;
  /** Glare and haze over the views, a display value. */
  readonly veils: Float32Array;
  /** How surely a pixel belongs to a view that is washed out as a whole. */
  readonly washed: Float32Array;
  /** How surely a pixel's colour is clipped. */
  readonly clipped: Float32Array;
  /** How surely a pixel is as bright as white things in good light. */
  readonly brights: Float32Array;
  /** Glare over all of the picture, a display value. */
  readonly glare: number;
  /** How surely a pixel is a lamp, a window or sky, which may be white; nowhere without a learned map. */
  readonly sources: Float32Array;
  /** How surely a pixel is of a ceiling in no strong colour, and of a floor; nowhere without a learned map. */
  readonly ceilings: Float32Array;
  readonly floors: Float32Array;
  /** How surely a pixel is of a wall in no strong colour; without a learned map, pale paint. */
  readonly walls: Float32Array;
}

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
type SceneKind = (typeof sceneKinds)[number];

/** What can light it. */
export const sceneLights = ["daylight", "lamps", "mixed", "fluorescent", "night"] as const;
type SceneLighting = (typeof sceneLights)[number];

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

/** A grid of cells over a picture. */
interface CellGrid {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture, along each axis, that one cell covers. */
  readonly factor: number;
}

/** From a point of the resulting picture (in pixels, centres whole) to the picture that has the planes. */
type PointMap = (x: number, y: number) => { readonly x: number; readonly y: number };

/**
 * Planes of a grid, a value a cell, as they lie over a picture of another geometry: bilinear between the middles of
 * cells; outside the grid the values of its border continue. `size` is that of the picture in pixels, `factor` that of
 * its cells.
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

/** Planes over a grid with cells of another size, laid over the same picture. */
function planesOver(planes: readonly Float32Array[], grid: CellGrid, over: CellGrid): Float32Array[] {
  const { width, height, factor } = over;
  const size = { width: width * factor, height: height * factor, factor };
  return warpPlanes(planes, grid, size, (x, y) => ({ x, y })).planes;
}

/** Where a picture shows surfaces in one light, so that one white balance makes all their colours right. */
export interface KnownColour extends CellGrid {
  /** How surely, 0 to 1; a cell each. */
  readonly shares: Float32Array;
}

/** The same over a picture of another geometry; cells outside get what the border has. */
export function warpKnownColour(
  known: KnownColour,
  size: { width: number; height: number },
  sourceOf: PointMap,
): KnownColour {
  const { planes, ...grid } = warpPlanes([known.shares], known, { ...size, factor: known.factor }, sourceOf);
  return { ...grid, shares: planes[0] };
}

/** The shares over a grid with cells of another size, laid over the same picture. */
export function knownColourOver(known: KnownColour, grid: CellGrid): Float32Array {
  return planesOver([known.shares], known, grid)[0];
}
