export type { ExposureFacts } from "./exposures.ts";
export {
  type RelatedPair,
  type RelateInput,
  type RelateResult,
  relate,
  type SettleRelationInput,
  settleRelation,
} from "./relate.ts";
export { relateStage } from "./stage.ts";
