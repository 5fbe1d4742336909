export { checkFrames, type FramesCheck, type LeftOut } from "./check-frames.ts";
export {
  beyondPlain,
  type CheckResult,
  checkMerge,
  checkMergedCopy,
  type Evidence,
  gatherEvidence,
  type KnownFacts,
} from "./check-merge.ts";
export { checkShape, checkTone, checkTonedCopy, type Shape } from "./check-tone.ts";
export type { LightMap } from "./explained.ts";
export {
  excessOf,
  type Finding,
  findingsOf,
  type Measure,
  type Measured,
  measures,
  type Place,
} from "./measures.ts";
export { type CheckInput, type CheckOptions, checkOptions } from "./options.ts";
export { checkStage } from "./stage.ts";
export { tellingShare } from "./tones.ts";
export { releaseView, type View, viewCopy, viewPicture } from "./view.ts";
