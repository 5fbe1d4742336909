export { group } from "./group.ts";
export { type GroupOptionsInput, groupOptions } from "./options.ts";
export { groupStage } from "./stage.ts";
export type { FrameGroup, GroupFlag, GroupFlagKind, GroupFrame, GroupInput, GroupResult, Twin } from "./types.ts";
