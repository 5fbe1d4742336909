import {
  cellSamples,
  type ExplainedAreas,
  type ExposureTables,
  isExplained,
  type LinkTrust,
  type SmallCopy,
  strideFor,
} from "../../ops/index.ts";

/** So many cells are enough for shares. */
const cells = 26_000;
/**
 * Explained shares of what both frames show: from the first on a link is trusted; from the second on, where what is
 * left is no more of the whole picture than something that moved may fill. A larger share is evidence against the
 * model, not for movement.
 */
const leastExplained = 0.6;
const leastBesideMover = 0.2;
const mostMoved = 0.25;
/** Fewer comparable cells than this, of those looked at, are not evidence. */
const leastCells = 60;
/** The picture is cut into so many areas; each must have so many comparable cells. */
const areaColumns = 12;
const areaRows = 8;
const leastAreaCells = 20;

/** Whether what both frames show is explained well enough. */
export function judgeLink(dark: SmallCopy, bright: SmallCopy, link: ExposureTables, measured: boolean): LinkTrust {
  const { share, shared, areas, compared, left } = explainedBy(dark, bright, link);
  if (!measured || compared < leastCells) {
    return { explained: 0, shared, areas, trusted: false, contradicts: false, reason: "the frames share no tones" };
  }
  if (share >= leastExplained || (share >= leastBesideMover && left <= mostMoved)) {
    return { explained: share, shared, areas, trusted: true, contradicts: false };
  }
  const reason = `one model of exposure explains only ${(100 * share).toFixed(0)} % of what both frames show`;
  return { explained: share, shared, areas, trusted: false, contradicts: true, reason };
}

/**
 * Share of the cells that both frames show which the tables explain, also by area; what they show, and what is left of
 * it, as shares of the picture; and how many cells were compared.
 */
export function explainedBy(dark: SmallCopy, bright: SmallCopy, tables: ExposureTables) {
  const { width, height } = dark;
  const [comparedIn, explainedIn] = [new Uint32Array(areaColumns * areaRows), new Uint32Array(areaColumns * areaRows)];
  const count = width * height;
  let [seen, compared, explained] = [0, 0, 0];
  for (let cell = 0, step = strideFor(dark, cells) / cellSamples; cell < count; cell += step) {
    seen++;
    const is = isExplained(dark, bright, tables, cell);
    if (is === undefined) continue;
    const [column, row] = [((cell % width) * areaColumns) / width, (Math.floor(cell / width) * areaRows) / height];
    const area = Math.floor(row) * areaColumns + Math.floor(column);
    compared++;
    comparedIn[area]++;
    if (!is) continue;
    explained++;
    explainedIn[area]++;
  }
  const shares = Array.from(comparedIn, (all, i) => (all < leastAreaCells ? null : rounded(explainedIn[i] / all)));
  const areas: ExplainedAreas = { columns: areaColumns, rows: areaRows, shares };
  return {
    share: compared === 0 ? 0 : explained / compared,
    shared: compared / seen,
    left: (compared - explained) / seen,
    compared,
    areas,
  };
}

const rounded = (share: number) => Math.round(100 * share) / 100;
