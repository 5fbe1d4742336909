import { decodeSrgb, encodeSrgb, type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { type Lab, labOf } from "../../fusion/color-difference.ts";

/** Differences between a fused picture and the plain fusion of the same frames. */
export interface Damage {
  /**
   * Share of cells whose chroma is more than 16 (CIELAB, at our lightness) from that of the plain fusion and from that
   * of the two frames next in lightness: the plain fusion mixes black and white into dark and bright colours.
   */
  readonly far: number;
  /** 95th percentile of that distance. */
  readonly p95: number;
  /** Share of cells with more than three times the largest relative detail of any frame. */
  readonly specks: number;
}

export type Verdict = "ok" | "suspect" | "RUINED";

/** Limits chosen by eye on 79 brackets: all ruined ones exceed them, and two good ones are suspect. */
const verdictLimits = { far: 0.05, p95: 16, specks: 0.03, behind: -0.06, suspectP95: 11 } as const;

/** Number of cells across the picture. */
const across = 160;
const farChroma = 16;

export function verdictOf({ far, p95, specks }: Damage, ahead: number): Verdict {
  const limits = verdictLimits;
  if (far > limits.far || p95 > limits.p95 || specks > limits.specks || ahead < limits.behind) return "RUINED";
  return p95 > limits.suspectP95 ? "suspect" : "ok";
}

/** Measures damage in display sRGB pictures of one size. */
export function damageOf(fused: IntegerImage, plain: IntegerImage, frames: readonly IntegerImage[]): Damage {
  const [ours, theirs] = [cellsOf(fused), cellsOf(plain)];
  const shown = frames.map(cellsOf);
  const count = ours.spread.length;
  const distances = new Float64Array(count);
  let specks = 0;
  for (let cell = 0; cell < count; cell++) {
    const own = chromaOf(ours, cell);
    const between = shownAt(
      shown.map((frame) => chromaOf(frame, cell)),
      own[0],
    );
    const expected = [chromaOf(theirs, cell), ...(between ? [between] : [])];
    distances[cell] = Math.min(...expected.map((each) => chromaDistance(own, each)));
    const most = Math.max(...shown.map((frame) => relativeDetail(frame, cell)));
    if (relativeDetail(ours, cell) > 3 * most + 0.15) specks++;
  }
  const far = distances.reduce((sum, distance) => sum + (distance > farChroma ? 1 : 0), 0) / count;
  return { far, p95: percentile(distances, 0.95), specks: specks / count };
}

/** Mean and standard deviation of linear light in square cells. */
interface Cells {
  /** Red, green and blue for each cell. */
  readonly mean: Float64Array;
  /** Standard deviation of the channels' mean inside each cell. */
  readonly spread: Float64Array;
}

function cellsOf({ width, height, data }: IntegerImage): Cells {
  const edge = Math.max(1, Math.floor(width / across));
  const [columns, rows] = [Math.floor(width / edge), Math.floor(height / edge)];
  const mean = new Float64Array(3 * columns * rows);
  const spread = new Float64Array(columns * rows);
  const light = linearTable(maxValueOf(data));
  const pixels = edge * edge;
  for (let cell = 0; cell < spread.length; cell++) {
    const [left, top] = [(cell % columns) * edge, Math.floor(cell / columns) * edge];
    let [sum, squares] = [0, 0];
    for (let y = top; y < top + edge; y++) {
      for (let i = 3 * (y * width + left), end = i + 3 * edge; i < end; i += 3) {
        const [r, g, b] = [light[data[i]], light[data[i + 1]], light[data[i + 2]]];
        mean[3 * cell] += r / pixels;
        mean[3 * cell + 1] += g / pixels;
        mean[3 * cell + 2] += b / pixels;
        const grey = (r + g + b) / 3;
        sum += grey;
        squares += grey * grey;
      }
    }
    spread[cell] = Math.sqrt(Math.max(0, squares / pixels - (sum / pixels) ** 2));
  }
  return { mean, spread };
}

const tables = new Map<number, Float64Array>();

function linearTable(most: number): Float64Array {
  const table = tables.get(most) ?? Float64Array.from({ length: most + 1 }, (_, i) => decodeSrgb(i / most));
  tables.set(most, table);
  return table;
}

function chromaOf({ mean }: Cells, cell: number): Lab {
  return labOf([encodeSrgb(mean[3 * cell]), encodeSrgb(mean[3 * cell + 1]), encodeSrgb(mean[3 * cell + 2])]);
}

/**
 * Colour of the frames at a lightness, interpolated between the two nearest; undefined if all are lighter or all are
 * darker.
 */
function shownAt(frames: readonly Lab[], lightness: number): Lab | undefined {
  const below = frames.filter((lab) => lab[0] <= lightness).sort((a, b) => b[0] - a[0])[0];
  const above = frames.filter((lab) => lab[0] >= lightness).sort((a, b) => a[0] - b[0])[0];
  if (!below || !above) return undefined;
  const share = above[0] > below[0] ? (lightness - below[0]) / (above[0] - below[0]) : 0;
  const mix = (c: number) => below[c] + share * (above[c] - below[c]);
  return [mix(0), mix(1), mix(2)];
}

/** Chroma of a surface scales with lightness, so that of the plain fusion is scaled to our lightness. */
function chromaDistance([lightness, a, b]: Lab, [plainLightness, plainA, plainB]: Lab): number {
  const scale = Math.min(2.5, Math.max(0.5, (lightness + 8) / (plainLightness + 8)));
  return Math.hypot(a - scale * plainA, b - scale * plainB);
}

function relativeDetail({ mean, spread }: Cells, cell: number): number {
  return spread[cell] / ((mean[3 * cell] + mean[3 * cell + 1] + mean[3 * cell + 2]) / 3 + 0.01);
}

/** Percentile with linear interpolation between ranks. */
function percentile(values: Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
