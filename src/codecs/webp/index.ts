export { webpCodec } from "./webp.ts";
export { withWebpXmp } from "./xmp.ts";
