import { type CellGrid, type PointMap, planesOver, warpPlanes } from "./cell-planes.ts";

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
