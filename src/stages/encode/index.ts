export { type EncodeResult, encode, writtenSize } from "./encode.ts";
export { type EncodeOptions, type EncodeOptionsInput, extensionOf, formatOfExtension } from "./options.ts";
export { encodeStage } from "./stage.ts";
