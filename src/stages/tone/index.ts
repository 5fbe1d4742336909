export { type ToneOptions, type ToneOptionsInput, toneOptions } from "./options.ts";
export { type ToneFacts, type ToneResult, type ToneSetting, tone } from "./tone.ts";
