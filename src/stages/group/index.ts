export { group } from "./group.ts";
export { groupManually } from "./manual.ts";
export { type GroupOptions, groupOptions } from "./options.ts";
export { groupStage } from "./stage.ts";
export type { FrameGroup, GroupFlag, GroupFlagKind, GroupFrame, GroupResult, Twin } from "./types.ts";
