export { createEngine, type Engine, packageVersion } from "./engine.ts";
export {
  EngineError,
  type ErrorCode,
  type ErrorKind,
  errorCodes,
  errorKinds,
  type Warning,
  type WarningCode,
  warningCodes,
} from "./errors/index.ts";
export type { BatchEvent, SetSummary } from "./pipeline/batch.ts";
export type {
  BatchOptions,
  CallOptions,
  GroupCallOptions,
  GroupProgress,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  OutputOptions,
} from "./pipeline/call-options.ts";
export type { GroupedFrame, GroupedSet, GroupOutcome } from "./pipeline/group-outcome.ts";
export type { SetFlag } from "./pipeline/grouping.ts";
export type { FailedFile, Inspection } from "./pipeline/inspect.ts";
export type {
  DevelopInput,
  EngineInput,
  EnhanceInput,
  GroupInput,
  MergeInput,
  ThumbnailInput,
} from "./pipeline/options.ts";
export type { Delivered } from "./pipeline/output.ts";
export type { Report } from "./pipeline/report.ts";
export type { Source } from "./pipeline/source.ts";
export type { Thumbnail } from "./pipeline/thumbnails.ts";
export { type HouseSetting, type Look, parseLook, type StyleName, styleNames } from "./stages/tone/index.ts";
