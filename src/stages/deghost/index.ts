export { type DeghostResult, type DeghostSetting, deghost, type MovedArea, type ShownBy } from "./deghost.ts";
export { type DeghostInput, type DeghostOptions, deghostOptions } from "./options.ts";
export { deghostStage } from "./stage.ts";
