export { pngCodec } from "./png.ts";
export { withPngBlocks } from "./with-blocks.ts";
