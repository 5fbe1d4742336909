export { type CameraLook, settleCameraLook } from "./camera-look.ts";
export { type DecodeInput, type DecodeResult, decode, readCameraLook } from "./decode.ts";
export { type DecodeOptions, type DecodeOptionsInput, decodeOptions } from "./options.ts";
export { type DecodedFrame, decodeStage, sensorOperation } from "./stage.ts";
