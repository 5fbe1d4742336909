export { calibrationsOf, dngCameraToXyz, firstCalibrationShare, srgbToXyzD50 } from "./color.ts";
export { deflateCompression, unpackDeflate } from "./deflate.ts";
export { type OpcodeFrame, readOpcodeList } from "./opcodes.ts";
export { findPlainSamples, isSeenAlike, type PlainSamples, readPlainFrame } from "./plain.ts";
export { type DngTags, lossyCompression, mainDirectory, nonsenseLevels, readDngTags } from "./tags.ts";
export { jpegTiles } from "./tiles.ts";
