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
export type { BatchEvent, SetSummary } from "./pipeline/calls/batch.ts";
export type {
  BatchOptions,
  CallOptions,
  GroupCallOptions,
  GroupProgress,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  OutputOptions,
} from "./pipeline/calls/call-options.ts";
export type { Thumbnail } from "./pipeline/calls/thumbnails.ts";
export type { Source } from "./pipeline/disk/source.ts";
export type { GroupedFrame, GroupedSet, GroupOutcome } from "./pipeline/finding/group-outcome.ts";
export type { SetFlag } from "./pipeline/finding/grouping.ts";
export type { FailedFile, Inspection } from "./pipeline/finding/inspect.ts";
export type { Delivered } from "./pipeline/making/output.ts";
export type { Report } from "./pipeline/making/report.ts";
export type {
  DevelopInput,
  EngineInput,
  EnhanceInput,
  GroupInput,
  MergeInput,
  ThumbnailInput,
} from "./pipeline/options.ts";
export { type HouseSetting, type Look, parseLook, type StyleName, styleNames } from "./stages/tone/index.ts";
