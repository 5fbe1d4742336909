export { withWebpBlocks } from "./blocks.ts";
export { webpCodec } from "./webp.ts";
