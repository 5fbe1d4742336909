export { type RelateResult, relate, settleRelation } from "./relate.ts";
export { relateStage } from "./stage.ts";
