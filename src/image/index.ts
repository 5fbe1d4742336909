export { copyOut, endLeases, type PixelMemory, PixelPool, share } from "./allocate.ts";
export type { Stretch } from "./chunks.ts";
export {
  applyHomography,
  composeHomographies,
  degreesOf,
  type Homography,
  identityHomography,
  invertHomography,
  isFiniteHomography,
  type Point,
  type Rect,
  radiansOf,
} from "./geometry.ts";
export {
  cielabCurve,
  decodeSrgb,
  encodeSrgb,
  type F32,
  type Image,
  type IntegerImage,
  lightnessOf,
  luminanceOf,
  luminanceWeights,
  maxValueOf,
  type Samples,
  type U8,
  type U16,
  validateImage,
} from "./image.ts";
export type {
  BlackPattern,
  BlackSource,
  CameraCalibration,
  CfaColor,
  CfaPattern,
  FisheyeTerms,
  GainTableMap,
  HueSatMap,
  Mosaic,
  NoiseModel,
  OpcodeArea,
  OpcodeList,
  OpcodeRect,
  RawOpcode,
  RenderingProfile,
  WarpTerms,
} from "./mosaic.ts";
export { type Orientation, swapsAxes, toOrientation, turnBetween, turnInto } from "./orientation.ts";
export type { EmbeddedLens } from "./photo.ts";
export {
  type Camera,
  type CaptureTime,
  type Description,
  type Exposure,
  emptyPhoto,
  ev100,
  type GeometryError,
  type GeometryHistory,
  joinHistories,
  type Lens,
  lightEvOf,
  type OtherBracketing,
  type Panorama,
  type Photo,
  type SeriesHints,
  unknownHistory,
} from "./photo.ts";
export { SharedMemory } from "./shared-memory.ts";
