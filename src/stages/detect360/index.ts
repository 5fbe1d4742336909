export { type Detect360Input, type Detect360Result, detect360 } from "./detect360.ts";
export { type Detect360Options, type Detect360OptionsInput, detect360Options } from "./options.ts";
export { detect360Stage } from "./stage.ts";
