export { type DeghostInput, type DeghostResult, deghost, type MovedArea, type ShownBy } from "./deghost.ts";
export { type DeghostOptions, type DeghostOptionsInput, deghostOptions } from "./options.ts";
export { deghostStage } from "./stage.ts";
