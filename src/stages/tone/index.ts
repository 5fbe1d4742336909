export { checkHouse, type HouseSetting, type RoomReading, readRoom, solveHouse } from "./house/index.ts";
export { roomTarget } from "./layers/plan-curve.ts";
export { checkLook, type Look, type LookPart, parseLook } from "./look/index.ts";
export { learnLook } from "./look/learn-look.ts";
export { type MeasurePairInput, measurePair, type PairMeasure } from "./look/measure-pair.ts";
export {
  type StyleName,
  styleNames,
  type ToneOptions,
  type ToneOptionsInput,
  toneOptions,
  withStyle,
} from "./options.ts";
export { type LayerName, layerNames, type PlanSetting } from "./plan.ts";
export { type PlannedTone, type PlanToneInput, planRendering } from "./planned-tone.ts";
export { toneOperation, toneStage } from "./stage.ts";
export { type ToneInput, type ToneRequest, type ToneResult, tone } from "./tone.ts";
export type { ToneFacts } from "./tone-facts.ts";
