export { type RectifyOptionsInput, rectifyOptions } from "./options.ts";
export { type RectifyGeometry, type RectifyResult, rectify } from "./rectify.ts";
export { rectifyStage } from "./stage.ts";
