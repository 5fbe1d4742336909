export { jxlCodec } from "./jxl.ts";
