/** Maximum number of attempts for a failure. */
const maxTries = 300;

/**
 * The shortest file found that still fails: removes halves, quarters and so on as long as `fails` stays true, then
 * clears bytes in the same way, so that the relevant bytes remain.
 */
export async function minimise(
  failing: Uint8Array,
  fails: (bytes: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let best = failing;
  let tries = 0;
  const keepIfFailing = async (candidate: Uint8Array) => {
    tries++;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  const removed = (from: number, to: number) => Buffer.concat([best.subarray(0, from), best.subarray(to)]);
  const cleared = (from: number, to: number) => Uint8Array.from(best).fill(0, from, to);
  for (const change of [removed, cleared]) {
    for (let length = best.length >> 1; length >= 1 && tries < maxTries; length >>= 1) {
      for (let end = best.length; end > 0 && tries < maxTries; end -= length) {
        const from = Math.max(0, end - length);
        if (change === cleared && best.subarray(from, end).every((byte) => byte === 0)) continue;
        await keepIfFailing(change(from, end));
      }
    }
  }
  return best;
}
