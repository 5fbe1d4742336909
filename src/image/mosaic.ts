import type { Rect } from "./geometry.ts";
import type { F32, U16 } from "./image.ts";

/** Colour of a photosite: 0 red, 1 green, 2 blue. */
export type CfaColor = 0 | 1 | 2;

/**
 * A repeating colour filter array. `colors[(y % height) * width + (x % width)]` is the colour at (x, y) of the mosaic.
 */
export interface CfaPattern {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly CfaColor[];
}

/**
 * Black levels that vary within a colour, in the units of the samples: `levels[((y % height) * width + (x % width)) *
 * samples + c]`, plus `columns[x]` and `rows[y]` if present (DNG BlackLevelDeltaH and V).
 */
export interface BlackPattern {
  readonly width: number;
  readonly height: number;
  readonly levels: readonly number[];
  readonly columns?: readonly number[];
  readonly rows?: readonly number[];
}

/**
 * Origin of the black level: the file or its camera's table, photosites that no light reaches, or the darkest values of
 * the picture.
 */
export type BlackSource = "file" | "masked" | "picture";

/**
 * An illuminant under which a camera was calibrated (DNG specification 1.6, chapter 6). Matrices are 3 × 3, row-major.
 */
export interface CameraCalibration {
  readonly kelvin: number;
  /** XYZ to camera, including the individual calibration and the analog balance. */
  readonly xyzToCamera: readonly number[];
  /** Only the individual calibration and the analog balance. */
  readonly balance: readonly number[];
  /** White-balanced camera to XYZ (D50). */
  readonly forward?: readonly number[];
}

/**
 * A table of a DNG profile over hue, saturation and value of ProPhoto light: hue shift (degrees), saturation scale and
 * value scale at `((value · hues + hue) · saturations + saturation) · 3`. `isEncoded`: values are encoded with sRGB's
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
 * Gains by position and light (DNG ProfileGainTableMap and ProfileGainTableMap2): `gains[(row · columns + column) ·
 * points + i]`. Origin and spacing of the tables are in widths and heights of the active area. The sum of red, green,
 * blue, their minimum and their maximum in exposed RIMM light, each times one of the `weights`, selects i after
 * `gamma`.
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

/** The rendering that a DNG's maker intends, beyond matrices (DNG specification 1.7, chapter 6). */
export interface RenderingProfile {
  /** Corrections of colour: one for each calibration, or one for all. */
  readonly hueSatMaps?: readonly HueSatMap[];
  /** A creative look, applied after the exposure. */
  readonly lookTable?: HueSatMap;
  /** Local gains, applied after the file's exposure and before the look. */
  readonly gainTableMap?: GainTableMap;
  /** Points from linear light to linear display light, both 0 to 1, rising along the first. */
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
  /** The file does not state `asShotNeutral`; it is the camera's daylight, or equal in all channels. */
  readonly isNeutralAssumed?: true;
  readonly cameraToXyz: readonly number[];
  /** The file's one or two calibrations, if any; `cameraToXyz` is then interpolated from them for `asShotNeutral`. */
  readonly calibrations?: readonly CameraCalibration[];
  readonly orientation: number;
  /** The part that is the picture (DNG DefaultCrop); the rest is only used at its borders. Default: all. */
  readonly crop?: Rect;
  /** The camera's response to daylight (D65), largest component 1, if known. */
  readonly daylightNeutral?: readonly [number, number, number];
  /** Intended brightness relative to the plain rendering, in EV (DNG BaselineExposure). Default: 0. */
  readonly baselineExposureEv?: number;
  /** Operations that the file requests (DNG OpcodeList1 to 3), in order, in coordinates of this mosaic. */
  readonly opcodes?: readonly RawOpcode[];
  readonly profile?: RenderingProfile;
  /** The part that is exposed to light; positions of the profile's gain tables are relative to it. Default: all. */
  readonly activeArea?: Rect;
  readonly iso?: number;
  /** One model for all channels, or one each for red, green and blue. */
  readonly noise?: readonly NoiseModel[];
}

/** When an opcode is applied: 1 to the data as read, 2 to the linear mosaic, 3 to the demosaiced picture. */
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

/** Radial terms of order 0, 2, 4 and 6 in r, then two tangential ones. */
export type WarpTerms = readonly [number, number, number, number, number, number];

/** Factors of the first, third, fifth and seventh power of the angle, in radians, from the axis of a fisheye. */
export type FisheyeTerms = readonly [number, number, number, number];

/**
 * An operation that a DNG requests for its pixels (DNG specification 1.7, chapter 7). Coordinates are those of the
 * record that contains it; centres are relative to the picture's size, 0 to 1. If earlier opcodes trimmed the picture,
 * `picture` is the remaining part, to which centres and maps are relative.
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
