export { fileExists, isOf, makeFolder, PendingFile } from "./output-file.ts";
export { hashFile, readHead, readPackageData, readSource, readText, withParts, withSource } from "./read-file.ts";
export { isOwnPicture, isOwnReport, isOwnText } from "./replaceable.ts";
export { type InputFile, listFiles, type Source, SourceStore } from "./source.ts";
export { SpareBuffer } from "./spare-buffer.ts";
