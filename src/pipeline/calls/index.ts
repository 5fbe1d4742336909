export {
  type BatchEvent,
  type FailedEvent,
  type FinishedEvent,
  type GroupedEvent,
  type ProgressEvent,
  runBatch,
  type StartedEvent,
} from "./batch.ts";
export type { SetSummary } from "./batch-request.ts";
export {
  allOpened,
  checkCall,
  failing,
  givenOptions,
  inPlaces,
  outputPath,
  readable,
  referencesOf,
  refuseTwoWays,
  sourcesOf,
  unreadable,
} from "./call.ts";
export {
  type BatchOptions,
  type CallOptions,
  counter,
  type GroupCallOptions,
  type GroupProgress,
  type HouseCallOptions,
  type LookCallOptions,
  type LookExamples,
  type OutputOptions,
  type Progress,
  type ProgressOptions,
  type ReferenceCallOptions,
  type SetOptions,
} from "./call-options.ts";
export { CallRegistry } from "./call-registry.ts";
export { readHouseOfFiles } from "./house.ts";
export { checkExamples, learnFromFiles } from "./learn-look.ts";
export {
  type NamedBytes,
  type NamedStream,
  namedSources,
  type Source,
  type SourceBytes,
  type SourceStream,
  type SummarizedSource,
} from "./named-sources.ts";
export { callForPicture, sharedFacts } from "./picture-call.ts";
export type { OutputStream } from "./picture-stream.ts";
export {
  cameraTable,
  lensTable,
  makeThumbnails,
  type Summarized,
  summarizeFiles,
  type Thumbnail,
} from "./reading-calls.ts";
export { openTrial } from "./trial.ts";
