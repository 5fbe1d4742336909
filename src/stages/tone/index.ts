export { checkHouse, type HouseSetting, type RoomReading, readRoom, solveHouse } from "./house/index.ts";
export { checkLook, type Look, type LookPart, parseLook } from "./look/index.ts";
export { learnLook } from "./look/learn-look.ts";
export { type MeasurePairInput, measurePair, type PairMeasure } from "./look/measure-pair.ts";
export { type ToneOptions, type ToneOptionsInput, toneOptions } from "./options.ts";
export { roomTarget } from "./plan.ts";
export { toneOperation, toneStage } from "./stage.ts";
export { type StyleName, styleNames, withStyle } from "./styles.ts";
export { type ToneFacts, type ToneInput, type ToneResult, tone } from "./tone.ts";
