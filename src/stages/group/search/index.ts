export type { Segment } from "./cut.ts";
export { type CutSequence, cutSequence } from "./cut-sequence.ts";
export { bracketOrder, hasEvenSteps, signatureOf } from "./exposure-pattern.ts";
