import type { Shot } from "../shots/index.ts";
import type { ClippedOrder } from "./clipped-order.ts";
import { isSameScene, likenessOf } from "./comparison.ts";
import { clipped, dim, pictureOdds } from "./params.ts";
import type { Pictures } from "./pictures.ts";

/** What two frames show, as far as they show it: one scene, two, or unknown. */
export type Sight = "same" | "other" | "unknown";

/** Whether a frame shows the scene of another, also if one is dark or blank; both must be loaded. */
export function sceneNextTo(shot: Shot, other: Shot, pictures: Pictures): Sight {
  const comparison = pictures.compare(other, shot);
  if (isSameScene(comparison)) return "same";
  const likeness = comparison === undefined ? 1 : likenessOf(comparison);
  const light = pictures.lightChange(other, shot);
  if (light !== undefined && light.coverage >= dim.otherCoverage)
    return light.correlation < dim.otherCorrelation && likeness < pictureOdds.middle ? "other" : "unknown";
  return clippedSight(shot, other, pictures);
}

/** How well what is left of a blank frame fits another; `undefined` if too little is left to show it. */
export function clearOrder(shot: Shot, other: Shot, pictures: Pictures): ClippedOrder | undefined {
  if ((pictures.exposureOf(shot)?.openShare ?? 0) < clipped.openShare) return undefined;
  const order = pictures.clippedOrder(shot, other);
  return order !== undefined && order.pixels >= clipped.leastPixels ? order : undefined;
}

/** Whether two frames show one scene by what is left of one that is blank; both must be loaded. */
export function clippedSight(a: Shot, b: Shot, pictures: Pictures): Sight {
  const order = clearOrder(a, b, pictures) ?? clearOrder(b, a, pictures);
  if (order === undefined) return "unknown";
  if (order.agreement >= clipped.agreement) return "same";
  return order.agreement < clipped.otherAgreement ? "other" : "unknown";
}
