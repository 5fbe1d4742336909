export { type SmallImage, shrinkBy, shrinkToEdge } from "./shrink.ts";
export { buildGrid, defaultGridStep, gridFromHomography, type WarpGrid, type WarpMap, warpImage } from "./warp.ts";
