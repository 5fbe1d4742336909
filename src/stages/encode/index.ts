export { type EncodeInput, type EncodeResult, encode, writtenSize } from "./encode.ts";
export {
  type EncodeOptions,
  type EncodeOptionsInput,
  encodeOptions,
  extensionOf,
  formatOfExtension,
} from "./options.ts";
export { encodeStage } from "./stage.ts";
