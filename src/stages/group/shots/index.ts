export { countedPrefixes, isCounted, isNext, rollover } from "./counter.ts";
export { areNamedAsRenditions, compareNames, isRawName } from "./file-names.ts";
export {
  areFlashOnly,
  asFlashed,
  bracketOf,
  headerScale,
  isFlashed,
  knownLevels,
  type Level,
  type Levels,
  levelOf,
  levelsOfBracket,
} from "./level.ts";
export { groupBy, nameOf, type Shot } from "./shot.ts";
export { areOfOneSize, areOfOneSizeTurned, sizeRelation, standingScore, turnsToTry } from "./standing.ts";
export { type CopyLook, collectShots, collectShotsAround, foldCopies } from "./twins.ts";
