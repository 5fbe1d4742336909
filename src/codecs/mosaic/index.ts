export { deliveredRect } from "./delivered.ts";
export { hasColor, isFullColor, isPlainMosaic, orientationOf, toFullColor, toMosaic } from "./mosaic.ts";
