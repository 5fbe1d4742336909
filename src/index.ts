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
export { defaultMemoryBudgetMb } from "./open-tools.ts";
export type {
  BatchEvent,
  BatchOptions,
  CallOptions,
  GroupCallOptions,
  GroupProgress,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  OutputOptions,
  SetSummary,
  Thumbnail,
} from "./pipeline/calls/index.ts";
export type { Source } from "./pipeline/disk/index.ts";
export type {
  FailedFile,
  GroupedFrame,
  GroupedSet,
  GroupOutcome,
  Inspection,
  SetFlag,
} from "./pipeline/finding/index.ts";
export type { HouseTold } from "./pipeline/house-told.ts";
export type { Account, Delivered, Report } from "./pipeline/making/index.ts";
export type {
  DevelopOptionsInput,
  EngineOptionsInput,
  EnhanceOptionsInput,
  GroupOptionsInput,
  MergeOptionsInput,
  ThumbnailOptionsInput,
} from "./pipeline/options.ts";
export { recipeNames } from "./pipeline/recipes.ts";
export { type HouseSetting, type Look, parseLook, type StyleName, styleNames } from "./stages/tone/index.ts";
