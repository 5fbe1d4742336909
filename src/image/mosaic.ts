import type { U16 } from "./image.ts";

/** Colour of a photosite: 0 red, 1 green, 2 blue. */
export type CfaColor = 0 | 1 | 2;

/** A repeating colour filter array; `colors[(y % height) * width + (x % width)]` is the colour at (x, y) of the mosaic. */
export interface CfaPattern {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly CfaColor[];
}

/**
 * Sensor data before demosaicing: one sample a photosite, row-major, no padding. `black` (red, green, blue) and `white` are in
 * the units of `data`. `cameraToXyz` is 3 × 3 row-major and maps `asShotNeutral` to a multiple of D50 white; `asShotNeutral` is the camera's response to the scene's
 * white, largest component 1. `orientation` (EXIF, 1 to 8) is not yet applied.
 */
export interface Mosaic {
  readonly width: number;
  readonly height: number;
  readonly data: U16;
  readonly pattern: CfaPattern;
  readonly black: readonly [number, number, number];
  readonly white: number;
  readonly asShotNeutral: readonly [number, number, number];
  readonly cameraToXyz: readonly number[];
  readonly orientation: number;
  /** The camera's response to daylight (D65), largest component 1, where it is known. */
  readonly daylightNeutral?: readonly [number, number, number];
  /** How much brighter than its plain rendering the maker wants the picture (DNG BaselineExposure); 0 when absent. */
  readonly baselineExposureEv?: number;
}
