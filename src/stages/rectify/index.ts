export { type RectifyOptionsInput, rectifyOptionTable } from "./options.ts";
export { type RectifyGeometry, type RectifyResult, rectify } from "./rectify.ts";
