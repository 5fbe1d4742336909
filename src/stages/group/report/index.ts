export { describeSets, describeView, formatEv } from "./describe-set.ts";
export { flagAborted } from "./flags.ts";
export { type FoundSet, finishSets, withTimes } from "./found-set.ts";
export { minPushEv, sureness } from "./params.ts";
