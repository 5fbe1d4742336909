import { excessOf, type Finding, measures } from "../../stages/check/index.ts";

/**
 * Whether a picture is to be delivered rather than the best before it, by their findings. A picture with a finding by
 * a measure that is silent for the plainest fusion never is. Of the others the one is that lies least over all limits
 * together, of equals the earlier. `plain`: findings of the plainest fusion, once it was made.
 */
export function isBetter(
  next: readonly Finding[],
  best: readonly Finding[],
  plain: readonly Finding[] | undefined,
): boolean {
  if (plain && !isWithin(best, plain)) return true;
  if (plain && !isWithin(next, plain)) return false;
  return excessOf(next) < excessOf(best);
}

/** Times its limit that a measure has to show before a single frame is thought of. */
const spoilt = 3;

/** Whether a fused picture is so far from its frames that one frame alone may be the better picture. */
export function isSpoilt(findings: readonly Finding[]): boolean {
  return findings.some(({ measure, value, limit }) => measures[measure].fixable && value > spoilt * limit);
}

function isWithin(findings: readonly Finding[], others: readonly Finding[]): boolean {
  return findings.every(({ measure }) => others.some((other) => other.measure === measure));
}
