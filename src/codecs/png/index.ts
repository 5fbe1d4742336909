export { withPngBlocks } from "./blocks.ts";
export { pngCodec } from "./png.ts";
