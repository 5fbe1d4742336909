export { hashHead } from "./content-keys.ts";
export { type GroupedFrame, type GroupedSet, type GroupOutcome, outcomeOf } from "./group-outcome.ts";
export { type Grouping, groupFiles, type PhotoSet, photographsOf, type SetFlag } from "./grouping.ts";
export {
  type FailedFile,
  type InspectedFile,
  type Inspection,
  inspectFiles,
  loadThumbnail,
  readHeaders,
  smallEdgePx,
  turnedImage,
} from "./inspect.ts";
export { withoutOwnResults } from "./own-results.ts";
export { FactRecorder, withSummaries } from "./summary-facts.ts";
export { type UnusedFile, unusedTwins } from "./unused-files.ts";
