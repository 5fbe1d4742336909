export { type FlashFacts, type FlashInput, type FlashResult, flash } from "./flash.ts";
export { type FlashOptions, type FlashOptionsInput, flashOptions } from "./options.ts";
export { flashStage } from "./stage.ts";
