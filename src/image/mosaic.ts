import type { Rect } from "./geometry.ts";
import type { F32, U16 } from "./image.ts";

/** Colour of a photosite: 0 red, 1 green, 2 blue. */
export type CfaColor = 0 | 1 | 2;

/**
 * A repeating colour filter array; `colors[(y % height) * width + (x % width)]` is the colour at (x, y) of the mosaic.
 */
export interface CfaPattern {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly CfaColor[];
}

/**
 * Black levels finer than one a colour, in the units of the samples: `levels[((y % height) * width + (x % width)) *
 * samples + c]`, plus `columns[x]` and `rows[y]` where given (DNG BlackLevelDeltaH and V).
 */
export interface BlackPattern {
  readonly width: number;
  readonly height: number;
  readonly levels: readonly number[];
  readonly columns?: readonly number[];
  readonly rows?: readonly number[];
}

/**
 * Where the black level comes from: the file or its camera's table, photosites that no light reaches, or the darkest
 * values of the picture.
 */
export type BlackSource = "file" | "masked" | "picture";

/**
 * One of the lights that a camera was calibrated under (DNG specification 1.6, chapter 6); matrices are 3 × 3,
 * row-major.
 */
export interface CameraCalibration {
  readonly kelvin: number;
  /** XYZ to the camera, with the individual calibration and the analog balance in it. */
  readonly xyzToCamera: readonly number[];
  /** Individual calibration and analog balance alone. */
  readonly balance: readonly number[];
  /** White-balanced camera to XYZ (D50). */
  readonly forward?: readonly number[];
}

/**
 * A table of a DNG profile over hue, saturation and value of ProPhoto light: hue shift (degrees), saturation scale and
 * value scale at `((value · hues + hue) · saturations + saturation) · 3`. `isEncoded`: values are those of sRGB's
 * transfer function.
 */
export interface HueSatMap {
  readonly hues: number;
  readonly saturations: number;
  readonly values: number;
  readonly isEncoded: boolean;
  readonly table: readonly number[];
}

/**
 * Gains by place and by light (DNG ProfileGainTableMap and ProfileGainTableMap2): `gains[(row · columns + column) ·
 * points + i]`. Origin and spacing of the tables count in widths and heights of the active area; `weights` of red,
 * green, blue, the least and the most of them in exposed RIMM light choose i, after `gamma`.
 */
export interface GainTableMap {
  readonly rows: number;
  readonly columns: number;
  readonly points: number;
  readonly spacingX: number;
  readonly spacingY: number;
  readonly originX: number;
  readonly originY: number;
  readonly weights: readonly number[];
  readonly gamma: number;
  readonly gains: Float32Array;
}

/** How a DNG's maker wants it rendered, beyond matrices (DNG specification 1.7, chapter 6). */
export interface RenderingProfile {
  /** Corrects colours; one for each calibration, or one for all. */
  readonly hueSatMaps?: readonly HueSatMap[];
  /** Of taste; applied after the exposure. */
  readonly lookTable?: HueSatMap;
  /** Brightens and darkens parts of the picture; applied after the file's exposure, before the look. */
  readonly gainTableMap?: GainTableMap;
  /** Linear light to linear display light, both from 0 to 1, rising along the first. */
  readonly toneCurve?: readonly (readonly [number, number])[];
}

/** Variance of a sample's noise, both relative to white: `scale · signal + offset` (DNG NoiseProfile). */
export interface NoiseModel {
  readonly scale: number;
  readonly offset: number;
}

/**
 * Sensor data before development: row-major, no padding; one sample a photosite, or, without a `pattern`, three
 * interleaved ones (linear DNG, sRAW, Foveon). `black` and `white` (red, green, blue) are in the units of `data`;
 * `blackPattern` takes precedence over `black` if given. `cameraToXyz` is 3 × 3 row-major and maps `asShotNeutral` to a
 * multiple of D50 white; `asShotNeutral` is the camera's response to the scene's white, largest component 1.
 * `orientation` (EXIF, 1 to 8) is not yet applied.
 */
export interface Mosaic {
  readonly width: number;
  readonly height: number;
  readonly data: U16;
  readonly pattern?: CfaPattern;
  readonly black: readonly [number, number, number];
  readonly blackPattern?: BlackPattern;
  readonly blackFrom?: BlackSource;
  readonly white: readonly [number, number, number];
  readonly asShotNeutral: readonly [number, number, number];
  /** Whether the file does not state `asShotNeutral`, which is then the camera's daylight, or equal in all channels. */
  readonly isNeutralAssumed?: true;
  readonly cameraToXyz: readonly number[];
  /** One or two, where the file has them; then `cameraToXyz` is theirs for `asShotNeutral`. */
  readonly calibrations?: readonly CameraCalibration[];
  readonly orientation: number;
  /** The part that is the picture (DNG DefaultCrop); the rest serves its borders. Default: all. */
  readonly crop?: Rect;
  /** The camera's response to daylight (D65), largest component 1, if known. */
  readonly daylightNeutral?: readonly [number, number, number];
  /** How much brighter than its plain rendering the maker wants the picture (DNG BaselineExposure); 0 when absent. */
  readonly baselineExposureEv?: number;
  /** What the file asks to be done to it (DNG OpcodeList1 to 3), in order, in coordinates of this mosaic. */
  readonly opcodes?: readonly RawOpcode[];
  readonly profile?: RenderingProfile;
  /** The part that sees light, which places of the profile's gain tables count from. Default: all. */
  readonly activeArea?: Rect;
  readonly iso?: number;
  /** A model for all, or one each for red, green, blue. */
  readonly noise?: readonly NoiseModel[];
}

/** 1: to the data as read; 2: to the linear mosaic; 3: to the demosaiced picture. */
export type OpcodeList = 1 | 2 | 3;

/**
 * The photosites that an opcode changes: every `rowPitch`th row and `colPitch`th column of a rectangle, planes [plane,
 * plane + planes).
 */
export interface OpcodeArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly plane: number;
  readonly planes: number;
  readonly rowPitch: number;
  readonly colPitch: number;
}

/** Radial terms 0, 2, 4, 6 of r², then two tangential ones. */
export type WarpTerms = readonly [number, number, number, number, number, number];

/** Of the first, third, fifth and seventh power of the angle, in radians, from the axis of a fisheye. */
export type FisheyeTerms = readonly [number, number, number, number];

/**
 * What a DNG asks to be done to its pixels (DNG specification 1.7, chapter 7). Coordinates are those of the record that
 * carries it; centres are relative to the picture's size, 0 to 1. Where opcodes before it trimmed the picture,
 * `picture` is what is left of it, which centres and maps count by.
 */
export type RawOpcode = { readonly list: OpcodeList; readonly picture?: OpcodeRect } & (
  | {
      readonly kind: "warpRectilinear";
      readonly planes: readonly WarpTerms[];
      readonly centerX: number;
      readonly centerY: number;
    }
  | {
      readonly kind: "warpFisheye";
      readonly planes: readonly FisheyeTerms[];
      readonly centerX: number;
      readonly centerY: number;
    }
  | {
      readonly kind: "fixVignetteRadial";
      readonly terms: readonly [number, number, number, number, number];
      readonly centerX: number;
      readonly centerY: number;
    }
  | { readonly kind: "fixBadPixelsConstant"; readonly value: number }
  | { readonly kind: "trimBounds"; readonly rect: OpcodeRect }
  | {
      readonly kind: "fixBadPixelsList";
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly rects: readonly OpcodeRect[];
    }
  | { readonly kind: "mapTable"; readonly area: OpcodeArea; readonly table: readonly number[] }
  | { readonly kind: "mapPolynomial"; readonly area: OpcodeArea; readonly terms: readonly number[] }
  | {
      readonly kind: "gainMap";
      readonly area: OpcodeArea;
      readonly pointsV: number;
      readonly pointsH: number;
      readonly spacingV: number;
      readonly spacingH: number;
      readonly originV: number;
      readonly originH: number;
      readonly mapPlanes: number;
      /** `gains[(v * pointsH + h) * mapPlanes + plane]`. */
      readonly gains: F32;
    }
  | {
      readonly kind: "perRow" | "perColumn";
      readonly change: "delta" | "scale";
      readonly area: OpcodeArea;
      readonly values: readonly number[];
    }
);

export interface OpcodeRect {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}
