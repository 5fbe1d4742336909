export { baseCurve } from "./base-curve.ts";
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
export { dngCameraToXyz, firstCalibrationShare } from "./dng-color.ts";
export { type EncodeFormat, type Encoder, type EncodeSettings, encodeFormats, getEncoder } from "./encoder.ts";
export { headCarrier, withHeadOf } from "./jpeg-head.ts";
export { invert } from "./matrix3.ts";
export type { RandomAccess } from "./random-access.ts";
export { codecs, getCodec } from "./registry.ts";
