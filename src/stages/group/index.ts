export { group } from "./group.ts";
export { type GroupOptionsInput, groupOptions } from "./options.ts";
export { formatEv } from "./report/index.ts";
export { groupStage } from "./stage.ts";
export type { FrameGroup, GroupFlag, GroupFlagKind, GroupFrame, GroupInput, GroupResult, Twin } from "./types.ts";
