export { webpCodec } from "./webp.ts";
export { withWebpBlocks } from "./with-blocks.ts";
