export { type AlignResult, align } from "./align.ts";
export { type FindMotionsInput, findMotions, type RoughMotions, releaseMotions } from "./find-motions.ts";
export { buildPyramid, type Pyramid, releasePyramid } from "./luminance-pyramid.ts";
export { type AlignModel, type AlignOptions, type AlignOptionsInput, alignOptions } from "./options.ts";
export { type AlignmentPlan, type PlanAlignmentInput, planAlignment } from "./plan-alignment.ts";
export { type AlignedSpheres, alignSpheres, type SphereRotation } from "./sphere/index.ts";
export { alignStage } from "./stage.ts";
