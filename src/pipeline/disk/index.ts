export { type ListedFiles, listFiles } from "./list-files.ts";
export { fileExists, fittingName, isOf, makeFolder, PendingFile } from "./output-file.ts";
export { hashFile, readHead, readPackageData, readSource, readText, withParts, withSource } from "./read-file.ts";
export { isOwnPicture, isOwnReport, isOwnText } from "./replaceable.ts";
export { findSidecars } from "./sidecars.ts";
export { type InputFile, type Source, SourceStore } from "./source.ts";
export { hashOfSource } from "./source-hash.ts";
export { SpareBuffer } from "./spare-buffer.ts";
