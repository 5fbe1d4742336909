export { deliveredRect, readFileOpcodes } from "./file-opcodes.ts";
export { hasColor, isFullColor, isPlainMosaic, orientationOf, toFullColor, toMosaic } from "./mosaic.ts";
