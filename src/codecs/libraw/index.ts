export { LibRawFailure, noDecoder } from "./failure.ts";
export {
  type LibRawColor,
  type LibRawDngColor,
  type LibRawFile,
  type LibRawFrame,
  type LibRawImage,
  type LibRawMetadata,
  loadLibRaw,
  readRaw,
} from "./module.ts";
