import {
  clipped,
  type ExposureLink,
  type LinkTrust,
  lookUp,
  lumaSample,
  type SmallCopy,
  strideFor,
} from "../../ops/index.ts";

/** So many cells are enough for shares. */
const cells = 26_000;
/** A cell is explained where luma lies this near, in display values of the brighter frame. */
const near = 0.06;
/** Less than this explained, and nothing is known for sure. */
const leastExplained = 0.6;
/** Display values of the brighter frame below which both frames show noise. */
const darkest = 0.03;
/** Fewer comparable cells than this, of those looked at, tell nothing. */
const leastCells = 60;

/** How much of what both frames show the model explains; not trusted where that is too little. */
export function judgeLink(dark: SmallCopy, bright: SmallCopy, { up }: ExposureLink, measured: boolean): LinkTrust {
  if (!measured) return { explained: 0, trusted: false, reason: "the frames share no tones" };
  let [compared, explained] = [0, 0];
  const table = up[lumaSample];
  for (let i = lumaSample; i < dark.data.length; i += strideFor(dark, cells)) {
    const [a, b] = [dark.data[i] / 65535, bright.data[i] / 65535];
    if (b < darkest || b > clipped) continue;
    compared++;
    if (Math.abs(lookUp(table, a) - b) <= near) explained++;
  }
  if (compared < leastCells) return { explained: 0, trusted: false, reason: "the frames share no tones" };
  const share = explained / compared;
  if (share >= leastExplained) return { explained: share, trusted: true };
  const reason = `one model of exposure explains only ${(100 * share).toFixed(0)} % of what both frames show`;
  return { explained: share, trusted: false, reason };
}
