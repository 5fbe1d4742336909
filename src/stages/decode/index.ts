export { type DecodeInput, type DecodeResult, decode } from "./decode.ts";
export { type DecodeOptions, type DecodeOptionsInput, decodeOptions } from "./options.ts";
export { type DecodedFrame, decodeStage, sensorOperation } from "./stage.ts";
