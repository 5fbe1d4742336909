import {
  cellSamples,
  type ExplainedAreas,
  type ExposureTables,
  isExplained,
  type LinkTrust,
  type SmallCopy,
  strideFor,
} from "../../ops/index.ts";
import { linkTrust } from "./params.ts";

const { cells, minExplained, maxMoved, minCells, areaColumns, areaRows, minAreaCells, minWithMover } = linkTrust;

/** Decides whether the tables explain what both frames show well enough. */
export function judgeLink(dark: SmallCopy, bright: SmallCopy, link: ExposureTables, measured: boolean): LinkTrust {
  const { share, shared, areas, compared, left } = explainedBy(dark, bright, link);
  if (!measured || compared < minCells) {
    return { explained: 0, shared, areas, trusted: false, contradicts: false, reason: "the frames share no tones" };
  }
  if (share >= minExplained || (share >= minWithMover && left <= maxMoved)) {
    return { explained: share, shared, areas, trusted: true, contradicts: false };
  }
  const reason = `one model of exposure explains only ${(100 * share).toFixed(0)} % of what both frames show`;
  return { explained: share, shared, areas, trusted: false, contradicts: true, reason };
}

/**
 * Share of the cells that both frames show and the tables explain, also by area; what both show, and its unexplained
 * part, as shares of the picture; and the number of compared cells.
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
  const shares = Array.from(comparedIn, (all, i) => (all < minAreaCells ? null : rounded(explainedIn[i] / all)));
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
