import type { Shot } from "../shots/index.ts";
import { isSameScene, likenessOf } from "./comparison.ts";
import { likenessMiddle } from "./picture-link.ts";
import type { Pictures } from "./pictures.ts";

/** Pixels of a blank frame from which its order of brightness tells its scene, and the agreement with that. */
export const tellingPixels = 20;
export const tellingAgreement = 0.88;
/** On real brackets frames of other scenes agree to 0.85 at most, most of them to far less. */
const otherAgreement = 0.75;
/** Share of well-exposed pixels from which light, or unlikeness, tells the scene. */
const tellingCoverage = 0.25;
/**
 * Correlation of light: noise takes the gradients of a dark frame, but not where it is bright and dark. Real frames two
 * EV apart had at least 0.95 where they were noisiest, frames of other scenes 0.71 at most.
 */
const tellingCorrelation = 0.88;
const otherCorrelation = 0.75;

/** What two frames show, as far as it can be told: one scene, two, or unknown. */
export type Sight = "same" | "other" | "unknown";

/** Whether a frame shows the scene of another, also where one is dark or blank; both must be loaded. */
export function sceneBeside(shot: Shot, other: Shot, pictures: Pictures): Sight {
  const comparison = pictures.compare(other, shot);
  if (isSameScene(comparison)) return "same";
  const likeness = comparison === undefined ? 1 : likenessOf(comparison);
  const light = pictures.lightChange(other, shot);
  if (light !== undefined && light.coverage >= tellingCoverage) {
    if (light.correlation >= tellingCorrelation) return "same";
    return light.correlation < otherCorrelation && likeness < likenessMiddle ? "other" : "unknown";
  }
  const order = pictures.clippedOrder(shot, other) ?? pictures.clippedOrder(other, shot);
  if (order === undefined || order.pixels < tellingPixels) return "unknown";
  if (order.agreement >= tellingAgreement) return "same";
  return order.agreement < otherAgreement ? "other" : "unknown";
}
