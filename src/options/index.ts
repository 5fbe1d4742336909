export { closestNames, didYouMean } from "./closest-names.ts";
export { isRecord } from "./is-record.ts";
export {
  automatic,
  fallbackText,
  flag,
  integerIn,
  listOf,
  type NoOptions,
  numberIn,
  type OptionsInput,
  type OptionsOf,
  type OptionTable,
  oneOf,
  oneOfNumbers,
  type Rule,
  resolveOptions,
  resolveTables,
  text,
} from "./spec.ts";
