export { describeSets, formatEv } from "./describe-set.ts";
export { flagAborted } from "./flag-set.ts";
export { type FoundSet, finishSets } from "./found-set.ts";
