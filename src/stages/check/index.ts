export { releaseView, type View, viewCopy, viewPicture } from "./cells.ts";
export { type CheckFramesInput, checkFrames, type FramesCheck, type LeftOut } from "./check-frames.ts";
export {
  type CheckMergedCopyInput,
  type CheckMergeInput,
  type CheckResult,
  checkMerge,
  checkMergedCopy,
  type Evidence,
  type GatherEvidenceInput,
  gatherEvidence,
  type KnownFacts,
} from "./check-merge.ts";
export {
  type CheckShapeInput,
  type CheckTonedCopyInput,
  type CheckToneInput,
  checkShape,
  checkTone,
  checkTonedCopy,
  type Shape,
} from "./check-tone.ts";
export { type FrameEdges, findFrameEdges, measureRings, type RingFacts, ringExcess } from "./edge-rings.ts";
export type { ShownBy } from "./expected-picture.ts";
export type { LightMap } from "./explained.ts";
export { excessOf, type Finding, findingsOf, type Measure, type Measured, measures, type Place } from "./measures.ts";
export { type CheckOptions, type CheckOptionsInput, checkOptions } from "./options.ts";
export { checkStage } from "./stage.ts";
export { usableShare } from "./tones.ts";
