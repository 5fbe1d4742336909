export { type RectifyInput, type RectifyResult, rectify } from "./rectify.ts";
export { rectifyStage } from "./stage.ts";
