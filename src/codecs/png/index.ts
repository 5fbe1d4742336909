export { pngCodec } from "./png.ts";
export { withPngXmp } from "./xmp.ts";
