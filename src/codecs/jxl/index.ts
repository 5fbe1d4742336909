export { loadJxl } from "./decoder.ts";
export { jxlCodec } from "./jxl.ts";
