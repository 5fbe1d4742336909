import type { Cells } from "./cells.ts";
import { sketches, sketches as sketchParams } from "./frame-params.ts";

/**
 * Orientation of a frame relative to another: the same, rotated by 180°, mirrored, or rotated by 90° (square pictures).
 */
const turns = ["as it is", "upside down", "mirrored", "turned left", "turned right"] as const;
type Turn = (typeof turns)[number];

/** The ranks of a frame's tones, which do not depend on exposure. */
interface Sketch {
  readonly width: number;
  readonly height: number;
  /** Share of parts that are darker, 0 to 1; NaN where the frame shows nothing. */
  readonly ranks: Float32Array;
  /** Share of parts with content. */
  readonly shown: number;
  readonly mean: number;
}

export function sketchOf(cells: Cells): Sketch {
  const size = Math.max(1, Math.floor(Math.max(cells.width, cells.height) / sketches.sketchEdge));
  const [width, height] = [Math.floor(cells.width / size), Math.floor(cells.height / size)];
  const luma = new Float32Array(width * height);
  // Centred, so that a turned picture is divided into the same parts.
  const left = (cells.width - width * size) >> 1;
  const top = (cells.height - height * size) >> 1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) luma[i] = meanOf(cells, left + x * size, top + y * size, size);
  }
  const order = Uint16Array.from(luma.keys()).sort((a, b) => luma[a] - luma[b]);
  const ranks = new Float32Array(luma.length).fill(Number.NaN);
  let shown = 0;
  for (let rank = 0; rank < order.length; rank++) {
    const i = order[rank];
    if (luma[i] < sketches.shows[0] || luma[i] > sketches.shows[1]) continue;
    ranks[i] = rank / luma.length;
    shown++;
  }
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
  return { width, height, ranks, shown: shown / luma.length, mean };
}

function meanOf({ luma, width }: Cells, left: number, top: number, size: number): number {
  let sum = 0;
  for (let y = top; y < top + size; y++) for (let x = left; x < left + size; x++) sum += luma[y * width + x];
  return sum / (size * size);
}

interface Likeness {
  /** Correlation of the common content, −1 to 1; undefined if there is too little. */
  readonly value: number | undefined;
  readonly turn: Turn;
}

/**
 * Likeness of two frames as they are or, if they differ, after a turn or mirroring that makes them much more similar.
 */
function compareSketches(a: Sketch, b: Sketch): Likeness {
  const asItIs: Likeness = { turn: "as it is", value: likestOf(a, b) };
  if (asItIs.value === undefined || asItIs.value >= sketches.oneScene) return asItIs;
  let best = asItIs;
  for (const turn of turns) {
    const value = likestOf(a, turned(b, turn));
    if ((value ?? -1) > (best.value ?? -1) + sketches.clearly) best = { turn, value };
  }
  return (best.value ?? 0) >= sketches.minTurned ? best : asItIs;
}

function turned(sketch: Sketch, turn: Turn): Sketch | undefined {
  const { width, height, ranks } = sketch;
  if (turn === "as it is") return sketch;
  if (turn === "upside down") return { ...sketch, ranks: ranks.slice().reverse() };
  const quarter = turn !== "mirrored";
  if (quarter && width !== height) return undefined;
  const moved = new Float32Array(ranks.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] =
        turn === "mirrored" ? [width - 1 - x, y] : turn === "turned left" ? [y, width - 1 - x] : [height - 1 - y, x];
      moved[v * width + u] = ranks[y * width + x];
    }
  }
  return { ...sketch, ranks: moved };
}

function likestOf(a: Sketch, b: Sketch | undefined): number | undefined {
  if (b === undefined || a.width !== b.width || a.height !== b.height) return undefined;
  let best: number | undefined;
  for (let dy = -sketches.reach; dy <= sketches.reach; dy++) {
    for (let dx = -sketches.reach; dx <= sketches.reach; dx++) {
      const value = correlation(a, b, dx, dy);
      if (value !== undefined && (best === undefined || value > best)) best = value;
    }
  }
  return best;
}

/** Correlation of the ranks' gradients, where both frames have content. */
function correlation(a: Sketch, b: Sketch, dx: number, dy: number): number | undefined {
  const { width, height } = a;
  let products = 0;
  let squaresA = 0;
  let squaresB = 0;
  let count = 0;
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy) - 1; y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx) - 1; x++) {
      const i = y * width + x;
      const j = i + dy * width + dx;
      const ax = a.ranks[i + 1] - a.ranks[i];
      const ay = a.ranks[i + width] - a.ranks[i];
      const bx = b.ranks[j + 1] - b.ranks[j];
      const by = b.ranks[j + width] - b.ranks[j];
      const product = ax * bx + ay * by;
      if (Number.isNaN(product)) continue;
      products += product;
      squaresA += ax * ax + ay * ay;
      squaresB += bx * bx + by * by;
      count++;
    }
  }
  if (count < sketches.minShared * width * height || squaresA < 1e-6 || squaresB < 1e-6) return undefined;
  return products / Math.sqrt(squaresA * squaresB);
}

interface OddFrames {
  readonly turned: readonly { readonly frame: number; readonly turn: Turn }[];
  /** Frames of another scene. */
  readonly foreign: readonly number[];
}

/**
 * Frames that no chain of similar pairs connects to the largest group; of two equal groups, the one that shows less is
 * odd.
 */
export function findOdd(sketches: readonly Sketch[]): OddFrames {
  const parts = sketches.map((_, i) => i);
  const compared = new Set<number>();
  const turned: { readonly frames: readonly [number, number]; readonly turn: Turn }[] = [];
  for (const [a, b] of pairsByBrightness(sketches)) {
    if (parts[a] === parts[b]) continue;
    const { value, turn } = compareSketches(sketches[a], sketches[b]);
    if (value === undefined) continue;
    compared.add(a).add(b);
    if (turn !== "as it is") turned.push({ frames: [a, b], turn });
    else if (value >= sketchParams.oneScene) {
      const joined = parts[b];
      for (const [i, part] of parts.entries()) if (part === joined) parts[i] = parts[a];
    }
  }
  const main = largestPart(parts, sketches);
  const odd = [...parts.keys()].filter(
    (i) => parts[i] !== main && compared.has(i) && sketches[i].shown >= sketchParams.minShown,
  );
  const turnOf = (frame: number) =>
    turned.find(({ frames: [a, b] }) => (a === frame && parts[b] === main) || (b === frame && parts[a] === main))?.turn;
  return {
    turned: odd.flatMap((frame) => {
      const turn = turnOf(frame);
      return turn ? [{ frame, turn }] : [];
    }),
    foreign: odd.filter((frame) => turnOf(frame) === undefined),
  };
}

/** Neighbours in brightness come first: they have most in common, and connect most sets without further pairs. */
function pairsByBrightness(sketches: readonly Sketch[]): (readonly [number, number])[] {
  const order = [...sketches.keys()].sort((a, b) => sketches[a].mean - sketches[b].mean);
  const pairs: (readonly [number, number])[] = [];
  for (let apart = 1; apart < order.length; apart++) {
    for (let k = 0; k + apart < order.length; k++) pairs.push([order[k], order[k + apart]]);
  }
  return pairs;
}

function largestPart(parts: readonly number[], sketches: readonly Sketch[]): number {
  const weights = new Map<number, number>();
  for (const [i, part] of parts.entries()) weights.set(part, (weights.get(part) ?? 0) + 1 + sketches[i].shown / 2);
  return [...weights].sort((a, b) => b[1] - a[1])[0][0];
}
