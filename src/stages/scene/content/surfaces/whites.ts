import { ramp } from "../../../../ops/index.ts";
import { goodLightFrom, goodLightTo, paintFrom, paintTo } from "./params.ts";

/** A plane of the map without paint, wood or brick in a strong colour. */
export function unpainted(plane: Float32Array, paint: Float32Array): Float32Array {
  return plane.map((value, i) => value * ramp(-paint[i], -paintTo, -paintFrom));
}

/** How surely each pixel is as bright as white things in good light, 0 to 1. */
export function brightThings(luma: Float32Array, level: number): Float32Array {
  return luma.map((value) => ramp(value / level, goodLightFrom, goodLightTo));
}
