export { type PerspectiveOptions, type PerspectiveOptionsInput, perspectiveOptions } from "./options.ts";
export { type PerspectiveFacts, type PerspectiveInput, type PerspectiveResult, perspective } from "./perspective.ts";
export { perspectiveStage } from "./stage.ts";
