export { releaseView, type View, viewCopy, viewPicture } from "./cells.ts";
export { checkFrames, type FramesCheck } from "./check-frames.ts";
export {
  type CheckMergedCopyInput,
  type CheckResult,
  checkMerge,
  checkMergedCopy,
  type Evidence,
  type GatherEvidenceInput,
  gatherEvidence,
} from "./check-merge.ts";
export {
  type CheckShapeInput,
  type CheckTonedCopyInput,
  checkShape,
  checkTone,
  checkTonedCopy,
  type Shape,
} from "./check-tone.ts";
export { type FrameEdges, findFrameEdges, measureRings, ringExcess } from "./edge-rings.ts";
export { excessOf, type Finding, findingsOf, type Measure, type Measured, measures } from "./measures.ts";
export { checkStage } from "./stage.ts";
export { usableShare } from "./tones.ts";
