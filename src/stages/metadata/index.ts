export type { PlanValue, TagAssignment } from "./assignments.ts";
export { describePhoto, type PhotoDescription } from "./describe-photo.ts";
export { sidecarTags } from "./keep.ts";
export { type MetadataOptions, type MetadataOptionsInput, metadataOptions } from "./options.ts";
export { earlierOperations, hasOwnMark, isOwnResult } from "./own-mark.ts";
export { markBytes } from "./params.ts";
export { planRewrite, type RewritePlan, type RewriteSubject, type SourceFrame } from "./plan-rewrite.ts";
export { metadataStage } from "./stage.ts";
export { type TagRecord, type TagValue, wantedTags } from "./tags.ts";
