/** Such a part of the shorter edge is long enough to be seen as one thing. */
const windowShare = 1 / 7;
const leastWindow = 4;

/** The largest mean over square windows of values, one a cell; windows overlap by half. */
export function worstWindow(
  values: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const edge = Math.min(width, height, Math.max(leastWindow, Math.round(Math.min(width, height) * windowShare)));
  const step = Math.max(1, edge >> 1);
  let worst = 0;
  for (let top = 0; top + edge <= height; top += step) {
    for (let left = 0; left + edge <= width; left += step) {
      let sum = 0;
      for (let y = top; y < top + edge; y++) for (let x = left; x < left + edge; x++) sum += values[y * width + x];
      worst = Math.max(worst, sum / (edge * edge));
    }
  }
  return worst;
}
