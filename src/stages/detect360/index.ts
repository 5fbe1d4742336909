export { detect360 } from "./detect360.ts";
export type { Detect360OptionsInput } from "./options.ts";
export { detect360Stage } from "./stage.ts";
