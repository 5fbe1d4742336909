/** Standard deviation of well-exposedness (Mertens, Kautz, Van Reeth 2007). */
const exposedSigma = 0.2;
/** Display values up to this, and from 1 less this on, are crushed or clipped. */
const crushed = 0.02;

/** How well a luma (display value, 0 to 1) is exposed, 0 to 1 (Mertens 2007, section 3.1). */
export function exposednessOf(luma: number): number {
  return Math.exp(-((luma - 0.5) ** 2) / (2 * exposedSigma ** 2));
}

/** How far a frame's luma is trusted to show light, 0 to 1: not at all if it is nearly black or white. */
export function trustOf(luma: number): number {
  return Math.max(0, exposednessOf(luma) - exposednessOf(crushed));
}
