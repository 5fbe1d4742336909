export { type EncodeResult, encode } from "./encode.ts";
export {
  type EncodeOptions,
  type EncodeOptionsInput,
  encodeOptions,
  extensionOf,
  formatOfExtension,
} from "./options.ts";
