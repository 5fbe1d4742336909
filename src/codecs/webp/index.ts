export { webpCodec } from "./webp.ts";
