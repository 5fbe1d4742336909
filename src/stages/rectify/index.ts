export { rectify } from "./rectify.ts";
export { rectifyStage } from "./stage.ts";
