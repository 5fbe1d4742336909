export { avifCodec } from "./avif.ts";
export { heifCodec } from "./heif.ts";
export { loadLibheif } from "./libheif-module.ts";
export { isAvif, withAvifBlocks } from "./with-blocks.ts";
