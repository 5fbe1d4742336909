/**
 * The start of priorities. Jobs with a higher number run first; pg-boss stores 32 bits, which seconds since then fill
 * in 2094.
 */
const startMs = Date.UTC(2026, 0, 1);
/** Delay of a grouping's turn for each upload, in s: chosen so that an order of 500 lets smaller ones pass for 50 s. */
const secondsPerUpload = 0.1;

/**
 * The priority of a grouping: an order of few uploads runs before a large one that was requested earlier by up to 0.1 s
 * an upload, and every order gets its turn.
 */
export function groupingPriority(uploads: number, now: Date): number {
  return -Math.ceil((now.getTime() - startMs) / 1000 + secondsPerUpload * uploads);
}
