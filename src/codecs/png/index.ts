export { pngCodec } from "./png.ts";
