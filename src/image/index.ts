export { type PixelMemory, PixelPool } from "./allocate.ts";
export { type ColorSpace, cielabCurve, decodeSrgb, encodeSrgb, lightnessOf, luminanceWeights } from "./color-space.ts";
export type { EmbeddedLens } from "./embedded-lens.ts";
export { type Exposure, ev100, lightEvOf } from "./exposure.ts";
export {
  applyHomography,
  composeHomographies,
  type Homography,
  identityHomography,
  invertHomography,
  isFiniteHomography,
  type Point,
  type Rect,
} from "./geometry.ts";
export {
  type GeometryError,
  type GeometryHistory,
  joinHistories,
  unknownHistory,
} from "./geometry-history.ts";
export {
  type F32,
  type Image,
  type IntegerImage,
  maxValueOf,
  type Samples,
  type U8,
  type U16,
  validateImage,
} from "./image.ts";
export { copyOut, endLeases, share } from "./leases.ts";
export type {
  BlackPattern,
  BlackSource,
  CameraCalibration,
  CfaColor,
  CfaPattern,
  GainTableMap,
  HueSatMap,
  Mosaic,
  NoiseModel,
  RenderingProfile,
} from "./mosaic.ts";
export { type Orientation, swapsAxes, toOrientation, turnBetween, turnInto } from "./orientation.ts";
export {
  type Camera,
  type CaptureTime,
  type Description,
  emptyPhoto,
  type Lens,
  type OtherBracketing,
  type Panorama,
  type Photo,
  type SeriesHints,
} from "./photo.ts";
export type { Stretch } from "./pixel-source.ts";
export type { FisheyeTerms, OpcodeArea, OpcodeList, OpcodeRect, RawOpcode, WarpTerms } from "./raw-opcode.ts";
export { SharedMemory } from "./shared-memory.ts";
