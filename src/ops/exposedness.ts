/** Standard deviation of well-exposedness (Mertens, Kautz, Van Reeth 2007). */
const exposedSigma = 0.2;
/** Display values up to this are crushed, and those from 1 minus this on are clipped. */
const crushed = 0.02;

/** Well-exposedness of a luma (display value, 0 to 1), 0 to 1 (Mertens 2007, section 3.1). */
export function exposednessOf(luma: number): number {
  return Math.exp(-((luma - 0.5) ** 2) / (2 * exposedSigma ** 2));
}

/** Trust in the light that a frame's luma shows, 0 to 1: 0 if it is nearly black or white. */
export function trustOf(luma: number): number {
  return Math.max(0, exposednessOf(luma) - exposednessOf(crushed));
}
