export { group } from "./group.ts";
export type { GroupOptionsInput } from "./options.ts";
export { formatEv } from "./report/index.ts";
export { groupStage } from "./stage.ts";
export type { FrameGroup, GroupFlagKind, GroupFrame, GroupResult } from "./types.ts";
