export { type AlignResult, align } from "./align.ts";
export { findMotions, type RoughMotions, releaseMotions } from "./find-motions.ts";
export { buildPyramid, type Pyramid, releasePyramid } from "./luminance-pyramid.ts";
export type { AlignOptionsInput } from "./options.ts";
export { type AlignmentPlan, type PlanAlignmentInput, planAlignment } from "./plan-alignment.ts";
export { alignSpheres, type SphereRotation } from "./sphere/index.ts";
export { alignStage } from "./stage.ts";
