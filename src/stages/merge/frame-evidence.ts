import { type IntegerImage, maxValueOf } from "../../image/index.ts";
import type { FrameCopies } from "./frame-copies.ts";
import { samples } from "./params.ts";

/** Data by which frames are judged: plain numbers, display values 0 to 1. */
export interface FrameEvidence {
  /** Rec. 601 luma of small copies, one for each frame. */
  readonly lumas: readonly Float32Array[];
  /** The largest of the three channels, which clips first. */
  readonly peaks: readonly Float32Array[];
  readonly samples: readonly PairSample[];
}

/** Two frames at full size, at places that both show well. */
export interface PairSample {
  readonly frames: readonly [number, number];
  /** Luma of squares of `samples.edge` pixels, row by row, one square after the other; one list for each frame. */
  readonly tiles: readonly [Float32Array, Float32Array];
}

/** Gathers the evidence from frames of one size, darkest first. */
export function gatherEvidence(frames: readonly IntegerImage[], copies: FrameCopies): FrameEvidence {
  const [{ width, height }] = frames;
  const { lumas, peaks } = copies;
  const grid = layGrid(width, height, copies.factor, copies.width);
  const structures = lumas.map((luma, k) => grid.corners.map(([x, y]) => structureOf(luma, peaks[k], grid, x, y)));
  const pairs: PairSample[] = [];
  for (let a = 0; a < frames.length; a++) {
    for (let b = a + 1; b < Math.min(frames.length, a + 1 + samples.reach); b++) {
      const corners = choosePlaces(grid, structures[a], structures[b]);
      pairs.push({ frames: [a, b], tiles: [cutTiles(frames[a], corners), cutTiles(frames[b], corners)] });
    }
  }
  return { lumas, peaks, samples: pairs };
}

type Corner = readonly [number, number];

/** Candidate squares for samples. */
interface Grid {
  /** Upper left corners, in pixels of the small copies. */
  readonly corners: readonly Corner[];
  /** Index of the part of the picture that contains each square. */
  readonly partOf: readonly number[];
  /** Edge of a square and row stride, in pixels of the small copies. */
  readonly edge: number;
  readonly stride: number;
  readonly factor: number;
}

function layGrid(width: number, height: number, factor: number, stride: number): Grid {
  const edge = Math.ceil(samples.edge / factor) + 1;
  const [columns, rows] = [width, height].map((full) => Math.max(0, Math.floor(Math.floor(full / factor) / edge)));
  const corners: Corner[] = [];
  const partOf: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      corners.push([column * edge, row * edge]);
      partOf.push(
        Math.floor((row * samples.parts) / rows) * samples.parts + Math.floor((column * samples.parts) / columns),
      );
    }
  }
  return { corners, partOf, edge, stride, factor };
}

/** Sum of squared differences between neighbouring pixels in a square; 0 if the frame clips any of it. */
function structureOf(
  luma: Float32Array,
  peak: Float32Array,
  { edge, stride }: Grid,
  left: number,
  top: number,
): number {
  let sum = 0;
  for (let y = top; y < top + edge; y++) {
    for (let i = y * stride + left; i < y * stride + left + edge; i++) {
      if (luma[i] < samples.shown[0] || peak[i] > samples.shown[1]) return 0;
      if (i % stride > left) sum += (luma[i] - luma[i - 1]) ** 2;
      if (y > top) sum += (luma[i] - luma[i - stride]) ** 2;
    }
  }
  return sum;
}

/** Corners of the chosen squares, in pixels of the frames. */
function choosePlaces(
  { corners, partOf, factor }: Grid,
  first: readonly number[],
  second: readonly number[],
): Corner[] {
  const best = new Map<number, { score: number; corner: Corner }>();
  for (const [i, part] of partOf.entries()) {
    const score = Math.min(first[i], second[i]);
    if (score > (best.get(part)?.score ?? 0)) best.set(part, { score, corner: corners[i] });
  }
  return [...best.values()].map(({ corner: [x, y] }) => [x * factor, y * factor] as const);
}

function cutTiles({ data, width }: IntegerImage, corners: readonly Corner[]): Float32Array {
  const tiles = new Float32Array(corners.length * samples.edge * samples.edge);
  const scale = 1 / maxValueOf(data);
  let at = 0;
  for (const [left, top] of corners) {
    for (let y = top; y < top + samples.edge; y++) {
      const end = 3 * (y * width + left + samples.edge);
      for (let i = end - 3 * samples.edge; i < end; i += 3)
        tiles[at++] = (0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2]) * scale;
    }
  }
  return tiles;
}
