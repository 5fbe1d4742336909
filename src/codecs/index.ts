export { meanBrightness } from "./brightness.ts";
export {
  type Codec,
  type DecodedImage,
  type DecodedMosaic,
  type DecodeFacts,
  type DecodeRequest,
  type Format,
  formats,
  type Probe,
  sniffBytes,
} from "./codec.ts";
export {
  baseCurve,
  type CurveShape,
  fitShape,
  invert,
  sceneLightOf,
  transform,
  usualShape,
  xyzD50ToSrgb,
} from "./color/index.ts";
export { decodeBytesPerPixel } from "./decode-limits.ts";
export { dngCameraToXyz, firstCalibrationShare } from "./dng/index.ts";
export { type EncodeFormat, type Encoder, encodeFormats, encodeGreyPng, getEncoder } from "./encoder.ts";
export { readExifTags } from "./exif-tags.ts";
export { headCarrier, withHeadOf } from "./jpeg/index.ts";
export type { RandomAccess } from "./read-bytes.ts";
export { checkLibraries, codecs, getCodec, withBlocks } from "./registry.ts";
export { TiffReader } from "./tiff-reader.ts";
