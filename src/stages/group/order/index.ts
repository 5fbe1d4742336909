export { findSequences, warnOfOrder } from "./find-sequences.ts";
export { gatherScenes } from "./scenes.ts";
export { type Sequence, sequenceByName, sequenceByTime } from "./sequence.ts";
