export { deliveredRect } from "./delivered.ts";
export { readFileOpcodes } from "./file-opcodes.ts";
export { hasColor, isFullColor, isPlainMosaic, orientationOf, toFullColor, toMosaic } from "./mosaic.ts";
