export { createEngine, type Engine, packageVersion } from "./engine.ts";
export type {
  MergeCallOptions,
  PictureCallOptions,
  PictureOptions,
  ToBytes,
  ToFile,
  ToStream,
} from "./engine-interface.ts";
export {
  EngineError,
  type ErrorCode,
  type ErrorCodeEntry,
  type ErrorContext,
  type ErrorData,
  type ErrorKind,
  errorCodes,
  errorKinds,
  type Warning,
  type WarningCode,
  type WarningCodeEntry,
  warningCodes,
} from "./errors/index.ts";
export { defaultMemoryBudgetMb } from "./open-tools.ts";
export type {
  BatchEvent,
  BatchOptions,
  CallOptions,
  FailedEvent,
  FinishedEvent,
  GroupCallOptions,
  GroupedEvent,
  GroupProgress,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  NamedBytes,
  NamedStream,
  OutputOptions,
  OutputStream,
  Progress,
  ProgressEvent,
  ProgressOptions,
  ReferenceCallOptions,
  SetOptions,
  SetSummary,
  Source,
  SourceBytes,
  SourceStream,
  StartedEvent,
  Summarized,
  SummarizedSource,
  Thumbnail,
} from "./pipeline/calls/index.ts";
export type {
  FailedFile,
  GroupedFrame,
  GroupedSet,
  GroupOutcome,
  Inspection,
  SetFlag,
} from "./pipeline/finding/index.ts";
export type { HouseReading } from "./pipeline/house-reading.ts";
export type {
  Account,
  CheckReport,
  Delivered,
  Report,
  ReturnedPicture,
  StreamedPicture,
  WrittenPicture,
} from "./pipeline/making/index.ts";
export type * from "./pipeline/option-types/index.ts";
export { type RecipeName, recipeNames } from "./pipeline/recipes.ts";
export type { Step } from "./pipeline/stages.ts";
export type { CameraCoverage, LensCoverage } from "./stages/lens/index.ts";
export { type HouseSetting, type Look, parseLook, type StyleName, styleNames } from "./stages/tone/index.ts";
export { createTrialEngine, type OpenTrial, type TrialEngine } from "./trial-engine.ts";
