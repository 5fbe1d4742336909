import type { F32 } from "./image.ts";

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
