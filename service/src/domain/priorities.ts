/** Jobs with a higher number run first; pg-boss keeps it in 32 bits, which seconds since then fill in 2094. */
const startMs = Date.UTC(2026, 0, 1);
/** How much later a grouping's turn comes for each upload, in s: chosen so that 500 let smaller ones pass for 50 s. */
const secondsPerUpload = 0.1;

/**
 * When the turn of a grouping comes, as its priority: an order of few uploads runs before a large one that was asked
 * for up to 0.1 s an upload earlier, and none waits for ever.
 */
export function groupingPriority(uploads: number, now: Date): number {
  return -Math.ceil((now.getTime() - startMs) / 1000 + secondsPerUpload * uploads);
}
