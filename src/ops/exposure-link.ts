import type { U16 } from "../image/index.ts";
import { tableSteps, toleranceLevels } from "../kernels/index.ts";
import {
  cellSamples,
  clipped,
  type FrameCopy,
  lumaSample,
  type SmallCopy,
  spreadSample,
  strideFor,
} from "./small-copy.ts";

/**
 * How display values of a darker and a brighter frame of the same scene correspond. Tables over display values 0 to 1
 * (`tableSteps` + 1 entries) for red, green, blue and luma.
 */
export interface ExposureTables {
  /** Darker → brighter; 1 where the brighter frame clips. */
  readonly up: readonly Float32Array[];
  /** Brighter → darker; the last entry is the value of the darker frame where the brighter one begins to clip. */
  readonly down: readonly Float32Array[];
}

/**
 * Residuals of the tables in a still scene, as standard deviations in display values of the brighter frame, by table
 * and level of the brighter frame: 4 × `toleranceLevels` each.
 */
interface Residuals {
  /** Residuals from noise, estimated from the median of all residuals. */
  readonly noise: readonly number[];
  /**
   * Residuals from any cause: the larger of `noise` and the estimate from four fifths of the residuals, whose tails are
   * heavy if colours do not fit.
   */
  readonly unexplained: readonly number[];
}

/** The tables between two frames, and their residuals. */
export interface ExposureLink extends ExposureTables, Residuals {}

/** Linear interpolation in a table. */
export function lookUp(table: Float32Array, value: number): number {
  const at = Math.min(1, Math.max(0, value)) * tableSteps;
  const i = Math.min(tableSteps - 1, Math.floor(at));
  return table[i] + (table[i + 1] - table[i]) * (at - i);
}

/** Maps a display value of one frame to the exposure of another; frames are numbered darkest first. */
export type Mapping = (from: number, to: number, value: number) => number;

/**
 * A mapping along the links between neighbours: `links[k]` relates frame k to the brighter frame k + 1; `c` is red,
 * green, blue or luma.
 */
export function mappingOver(links: readonly ExposureTables[], c: number): Mapping {
  return (from, to, value) => {
    let mapped = value;
    for (let k = from; k < to; k++) mapped = lookUp(links[k].up[c], mapped);
    for (let k = from; k > to; k--) mapped = lookUp(links[k - 1].down[c], mapped);
    return mapped;
  };
}

/** The tables between two frames that are not neighbours, composed of those between them. */
export function tablesBetween(links: readonly ExposureTables[], dark: number, bright: number): ExposureTables {
  const compose = (from: number, to: number) =>
    [0, 1, 2, 3].map((c) => {
      const map = mappingOver(links, c);
      return Float32Array.from({ length: tableSteps + 1 }, (_, i) => map(from, to, i / tableSteps));
    });
  return { up: compose(dark, bright), down: compose(bright, dark) };
}

/** The inverse of a table that never falls: darker → brighter from brighter → darker. 1 above its last entry. */
export function invertTable(down: Float32Array): Float32Array {
  const up = new Float32Array(tableSteps + 1);
  let at = 0;
  for (let i = 0; i <= tableSteps; i++) {
    const value = i / tableSteps;
    while (at < tableSteps && down[at + 1] < value) at++;
    const rise = at < tableSteps ? down[at + 1] - down[at] : 0;
    up[i] = rise > 0 ? Math.min(1, (at + Math.max(0, (value - down[at]) / rise)) / tableSteps) : 1;
  }
  up[0] = 0;
  return up;
}

/** Number of cells that is sufficient for quantiles. */
const residualCells = 26_000;
/** Number of bins in which residuals are counted: steps of 1/1024 up to a quarter of full scale. */
const residualSteps = 256;
const stepsPerUnit = 1024;
/** Shares of normally distributed residuals, and the number of standard deviations within which they lie. */
const half = { share: 0.5, deviations: 0.6745 };
const maxOf = { share: 0.8, deviations: 1.2816 };
/** Minimum number of cells of a level; fewer are not evidence. */
const minCells = 20;
/** Deviation if no level has enough cells. */
const unknownDeviation = 0.05;

/**
 * Measures the residuals of tables. Where a camera's colours do not follow the tables, the median is too small; moving
 * objects, in turn, rarely cover a fifth of a level. Levels with too few cells get their neighbours' value.
 */
export function residualsOf(dark: SmallCopy, bright: SmallCopy, { up }: ExposureTables): Residuals {
  const step = strideFor(dark, residualCells);
  const counts = up.map((table, c) => countResiduals(dark.data, bright.data, c, table, step));
  return {
    noise: counts.flatMap((each) => spreadByLevel(each, [half])),
    unexplained: counts.flatMap((each) => spreadByLevel(each, [half, maxOf])),
  };
}

/** Numbers of residuals of one table, by level of the brighter frame and size of the residual. */
function countResiduals(dark: U16, bright: U16, c: number, table: Float32Array, step: number): Uint32Array {
  const found = new Uint32Array(toleranceLevels * residualSteps);
  const limit = clipped * 65535;
  for (let i = 0; i < dark.length; i += step) {
    const b = bright[i + c];
    if (b > limit || b + bright[i + spreadSample] > 65535) continue;
    const residual = Math.abs(b / 65535 - lookUp(table, dark[i + c] / 65535));
    const at = Math.min(residualSteps - 1, Math.floor(residual * stepsPerUnit));
    found[((b * toleranceLevels) >> 16) * residualSteps + at]++;
  }
  return found;
}

/**
 * Limits of a level's deviation, as a factor of the median level and an addition in display values. A camera's misfit
 * changes slowly from tone to tone; more comes from a moving object with a tone of its own.
 */
const maxOverTypical = 3;
const maxBeyondTypical = 0.004;

type Quantile = typeof half;

function spreadByLevel(counts: Uint32Array, quantiles: readonly Quantile[]): number[] {
  const found = Array.from({ length: toleranceLevels }, (_, level) =>
    deviationOf(counts.subarray(level * residualSteps, (level + 1) * residualSteps), quantiles),
  );
  const known = found.filter((value) => value !== undefined).sort((p, q) => p - q);
  if (known.length === 0) return found.map(() => unknownDeviation);
  const most = maxOverTypical * known[known.length >> 1] + maxBeyondTypical;
  return found.map((own, level) => {
    if (own !== undefined) return Math.min(most, own);
    for (let reach = 1; reach < toleranceLevels; reach++) {
      const near = [found[level - reach], found[level + reach]].filter((value) => value !== undefined);
      if (near.length > 0) return Math.min(most, Math.max(...near));
    }
    return most;
  });
}

function deviationOf(row: Uint32Array, quantiles: readonly Quantile[]): number | undefined {
  const total = row.reduce((sum, each) => sum + each, 0);
  if (total < minCells) return undefined;
  const estimates = quantiles.map(({ share, deviations }) => {
    let left = total * share;
    const at = row.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return (at + 0.5) / stepsPerUnit / deviations;
  });
  return Math.max(...estimates);
}

/**
 * Shares of the cells shown by both frames that the model explains, on a coarse grid over the picture, row by row; null
 * if too few can be compared.
 */
export interface ExplainedAreas {
  /** Number of areas across the picture. */
  readonly columns: number;
  /** Number of areas down the picture. */
  readonly rows: number;
  /** For each area, row by row: the share of its cells that is explained, 0 to 1; null if it has too few cells. */
  readonly shares: readonly (number | null)[];
}

/** How well two neighbours in exposure explain each other. */
export interface LinkTrust {
  /** Share of the cells shown by both frames that the model explains. */
  readonly explained: number;
  /** Share of the picture's cells that both frames show. */
  readonly shared: number;
  /** `explained` by area. */
  readonly areas: ExplainedAreas;
  /** Whether later stages can rely on the link. */
  readonly trusted: boolean;
  /** Whether the frames contradict every model of exposure, instead of sharing too little to decide. */
  readonly contradicts: boolean;
  /** Why the link is not trusted. */
  readonly reason?: string;
}

/** Everything known about two neighbours in exposure. */
export interface RelatedLink extends ExposureLink, LinkTrust {
  /**
   * Means of green, brighter → darker, as a table. The other tables are of root mean squares, which noise raises in a
   * dark frame.
   */
  readonly meansDown: Float32Array;
  /** Exposure of the brighter frame relative to the darker, in stops. */
  readonly stops: number;
  /** False if the frames share no tones: the step is then that of EXIF, or the usual one. */
  readonly measured: boolean;
}

/** How the frames of a bracket are related: used by align, deghost and merge. */
export interface Relation {
  /** Indices of the frames, darkest first. */
  readonly order: readonly number[];
  /** Small copies of the frames, in that order, with the noise of their pixels. */
  readonly copies: readonly FrameCopy[];
  /** Element k joins frames k and k + 1 of the order. */
  readonly links: readonly RelatedLink[];
  /**
   * Stops of scene light by display value, for all frames together, as a table: its differences are ratios of light.
   */
  readonly light: Float32Array;
}

/** Largest difference of luma in an explained cell, in display values of the brighter frame. */
const near = 0.06;
/** Display value of the brighter frame below which both frames show mostly noise. */
const darkest = 0.03;

/**
 * Whether the tables explain what two neighbours in exposure show in a cell; `undefined` if they cannot be compared.
 */
export function isExplained(dark: SmallCopy, bright: SmallCopy, { up }: ExposureTables, cell: number) {
  const at = cell * cellSamples + lumaSample;
  const [a, b] = [dark.data[at] / 65535, bright.data[at] / 65535];
  if (b < darkest || b > clipped) return undefined;
  return Math.abs(lookUp(up[lumaSample], a) - b) <= near;
}
