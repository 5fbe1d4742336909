export { createSharpCodec, type Inspection, type LimitedPlanes } from "./decoder.ts";
export { sharpLibrary } from "./library.ts";
