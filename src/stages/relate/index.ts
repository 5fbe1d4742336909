export { type RelatedPair, type RelateResult, type RelateSetting, relate } from "./relate.ts";
