import type { Shot } from "../shots/index.ts";
import type { ClippedOrder } from "./clipped-order.ts";
import type { Pictures } from "./pictures.ts";

/** What two frames show, as far as it can be told: one scene, two, or unknown. */
export type Sight = "same" | "other" | "unknown";

/** Pixels of a blank frame from which its order of brightness tells its scene, and the agreement with that. */
export const tellingPixels = 20;
export const tellingAgreement = 0.88;
/** On real brackets frames of other scenes agree to 0.85 at most, most of them to far less. */
const otherAgreement = 0.75;

/** Share of a blank frame that must be open for it to be evidence beside neighbours, which are likely mates anyhow. */
const tellingShare = 0.01;

/** How well what is left of a blank frame fits another; `undefined` where too little is left to tell. */
export function tellingOrder(shot: Shot, other: Shot, pictures: Pictures): ClippedOrder | undefined {
  if ((pictures.exposureOf(shot)?.openShare ?? 0) < tellingShare) return undefined;
  const order = pictures.clippedOrder(shot, other);
  return order !== undefined && order.pixels >= tellingPixels ? order : undefined;
}

/** Whether two frames show one scene by what is left of one that is blank; both must be loaded. */
export function clippedSight(a: Shot, b: Shot, pictures: Pictures): Sight {
  const order = tellingOrder(a, b, pictures) ?? tellingOrder(b, a, pictures);
  if (order === undefined) return "unknown";
  if (order.agreement >= tellingAgreement) return "same";
  return order.agreement < otherAgreement ? "other" : "unknown";
}
