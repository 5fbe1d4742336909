export {
  type GroupedFrame,
  type GroupedSet,
  type GroupOutcome,
  outcomeOf,
  type UnusedFile,
  unusedTwins,
} from "./group-outcome.ts";
export { type Grouping, groupFiles, hashHead } from "./grouping.ts";
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
export { type PhotoSet, photographsOf, type SetFlag } from "./photo-set.ts";
export { FactRecorder, withSummaries } from "./summary-facts.ts";
