import {
  clipped,
  type ExposureTables,
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
/**
 * Explained shares of what both frames show: from the first on a link is trusted; from the second on, where what is left is no more of the
 * whole picture than something that moved may fill. A larger share is evidence against the model, not for movement.
 */
const leastExplained = 0.6;
const leastBesideMover = 0.2;
const mostMoved = 0.25;
/** Display values of the brighter frame below which both frames show noise. */
const darkest = 0.03;
/** Fewer comparable cells than this, of those looked at, tell nothing. */
const leastCells = 60;

/** Whether what both frames show is explained well enough. */
export function judgeLink(dark: SmallCopy, bright: SmallCopy, link: ExposureTables, measured: boolean): LinkTrust {
  const { share, left, compared } = explainedBy(dark, bright, link);
  if (!measured || compared < leastCells) {
    return { explained: 0, trusted: false, contradicts: false, reason: "the frames share no tones" };
  }
  if (share >= leastExplained || (share >= leastBesideMover && left <= mostMoved)) {
    return { explained: share, trusted: true, contradicts: false };
  }
  const reason = `one model of exposure explains only ${(100 * share).toFixed(0)} % of what both frames show`;
  return { explained: share, trusted: false, contradicts: true, reason };
}

/** Share of the cells that both frames show which the tables explain, what they leave as a share of the picture, and how many were compared. */
export function explainedBy(dark: SmallCopy, bright: SmallCopy, { up }: ExposureTables) {
  let [seen, compared, explained] = [0, 0, 0];
  const table = up[lumaSample];
  for (let i = lumaSample; i < dark.data.length; i += strideFor(dark, cells)) {
    const [a, b] = [dark.data[i] / 65535, bright.data[i] / 65535];
    seen++;
    if (b < darkest || b > clipped) continue;
    compared++;
    if (Math.abs(lookUp(table, a) - b) <= near) explained++;
  }
  return { share: compared === 0 ? 0 : explained / compared, left: (compared - explained) / seen, compared };
}
