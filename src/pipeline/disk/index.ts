export { FileMemory, type PixelFiles } from "./file-memory.ts";
export { Journal, type JournalEntry, journalName } from "./journal.ts";
export { findSidecars, type ListedFiles, listFiles, matchFiles } from "./list-files.ts";
export {
  fileExists,
  fittingName,
  foreignError,
  isOwnPicture,
  isOwnReport,
  isOwnText,
  makeFolder,
  PendingFile,
  sweepPending,
  writeOutput,
} from "./output-file.ts";
export { collisionKey, isPattern, partsOfPath, pathKey, placeFault, usableName, withSlashes } from "./path-rules.ts";
export {
  hashFile,
  isOf,
  readHead,
  readPackageData,
  readSource,
  readText,
  SpareBuffer,
  withParts,
  withSource,
} from "./read-file.ts";
export { hashOfSource, type InputFile, type NamedSource, SourceStore } from "./source.ts";
