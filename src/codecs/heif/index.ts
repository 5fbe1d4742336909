export { avifCodec } from "./avif.ts";
export { heifCodec } from "./heif.ts";
