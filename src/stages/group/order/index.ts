export { findSequences, warnOfOrder } from "./find-sequences.ts";
export { gatherScenes, type SceneOrder } from "./scenes.ts";
export { hasNamesInOrder, type Sequence, sequenceByName, sequenceByTime } from "./sequence.ts";
