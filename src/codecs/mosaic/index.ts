export { deliveredRect, hasColor, isFullColor, isPlainMosaic, orientationOf, toFullColor, toMosaic } from "./mosaic.ts";
