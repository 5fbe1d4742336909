export { describeSets, formatEv } from "./describe-set.ts";
export { describeView } from "./describe-view.ts";
export { flagAborted } from "./flag-set.ts";
export { type FoundSet, finishSets, withTimes } from "./found-set.ts";
