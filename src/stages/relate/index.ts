export type { ExposureFacts } from "./exposures.ts";
export { type RelatedPair, type RelateResult, type RelateSetting, relate, settleRelation } from "./relate.ts";
export { relateStage } from "./stage.ts";
