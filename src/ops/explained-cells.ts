import { type ExposureTables, lookUp } from "./exposure-link.ts";
import { cellSamples, clipped, lumaSample, type SmallCopy } from "./small-copy.ts";

/** Largest difference of luma in an explained cell, in display values of the brighter frame. */
const near = 0.06;
/** Display value of the brighter frame below which both frames show mostly noise. */
const darkest = 0.03;

/**
 * Whether the tables explain what two neighbours in exposure show in a cell; `undefined` if they cannot be compared.
 */
export function isExplained(dark: SmallCopy, bright: SmallCopy, { up }: ExposureTables, cell: number) {
  const at = cell * cellSamples + lumaSample;
  const [a, b] = [dark.data[at] / 65535, bright.data[at] / 65535];
  if (b < darkest || b > clipped) return undefined;
  return Math.abs(lookUp(up[lumaSample], a) - b) <= near;
}
