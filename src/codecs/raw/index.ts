export { rawCodec } from "./raw.ts";
