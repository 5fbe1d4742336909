import { sameness } from "./params.ts";
import type { Layer } from "./picture.ts";

/** The layers of both frames at one size. */
export interface Layers {
  readonly a: Layer;
  readonly b: Layer;
}

/** A shift of the second frame relative to the first, in pixels. */
export interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/**
 * The best fit at most `reach` pixels away, using every `stride`-th pixel. Starts with hill climbing from `from`, which
 * is enough for a camera that stood still; if the maximum is not a good fit, tries every shift, because fine texture
 * fits at one shift only.
 */
export function bestShift(layers: Layers, from: Shift, reach: number, stride: number): Shift {
  const search = new ShiftSearch(layers, from, reach, stride);
  while (search.tryAround(search.best, 1)) {}
  if (search.best.score < sameness.fits) search.tryAround(from, reach);
  return search.best;
}

/** Tries every shift at most once; of equal fits the smallest shift wins. */
class ShiftSearch {
  best: Shift & { readonly score: number };
  readonly #tried: Uint8Array;
  readonly #fit: (dx: number, dy: number) => number;
  readonly #from: Shift;
  readonly #reach: number;

  constructor(layers: Layers, from: Shift, reach: number, stride: number) {
    this.best = { ...from, score: Number.NEGATIVE_INFINITY };
    this.#tried = new Uint8Array((2 * reach + 1) ** 2);
    this.#fit = (dx, dy) =>
      shiftedCorrelation(layers, { dx, dy }, stride) - sameness.moveCost * (Math.abs(dx) + Math.abs(dy));
    this.#from = from;
    this.#reach = reach;
  }

  /** Tries the shifts at most `distance` from one; returns whether any was better than the best. */
  tryAround({ dx: x, dy: y }: Shift, distance: number): boolean {
    const before = this.best.score;
    for (let dy = y - distance; dy <= y + distance; dy++) {
      for (let dx = x - distance; dx <= x + distance; dx++) this.#try(dx, dy);
    }
    return this.best.score > before;
  }

  #try(dx: number, dy: number): void {
    const [column, row] = [dx - this.#from.dx + this.#reach, dy - this.#from.dy + this.#reach];
    const side = 2 * this.#reach + 1;
    if (column < 0 || row < 0 || column >= side || row >= side || this.#tried[row * side + column] !== 0) return;
    this.#tried[row * side + column] = 1;
    const score = this.#fit(dx, dy);
    if (score > this.best.score) this.best = { dx, dy, score };
  }
}

/** Correlation of the ranks of a(x, y) and b(x + dx, y + dy) where both are usable. */
function shiftedCorrelation({ a, b }: Layers, { dx, dy }: Shift, stride: number): number {
  const [widthA, widthB] = [a.luma.width, b.luma.width];
  const width = Math.min(widthA, widthB);
  const height = Math.min(a.luma.height, b.luma.height);
  const [ranksA, ranksB, usableA, usableB] = [a.ranks.data, b.ranks.data, a.usable, b.usable];
  const right = Math.min(width, width - dx);
  const bottom = Math.min(height, height - dy);
  // Plain variables: sums kept in an object take three times as long, and this loop runs millions of times in a shoot.
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAa = 0;
  let sumBb = 0;
  let sumAb = 0;
  for (let y = Math.max(0, -dy); y < bottom; y += stride) {
    const toB = (y + dy) * widthB + dx;
    for (let x = Math.max(0, -dx); x < right; x += stride) {
      const i = y * widthA + x;
      if ((usableA[i] & usableB[toB + x]) === 0) continue;
      const valueA = ranksA[i];
      const valueB = ranksB[toB + x];
      n++;
      sumA += valueA;
      sumB += valueB;
      sumAa += valueA * valueA;
      sumBb += valueB * valueB;
      sumAb += valueA * valueB;
    }
  }
  if (n < 2) return 0;
  const variance = Math.max(0, sumAa / n - (sumA / n) ** 2) * Math.max(0, sumBb / n - (sumB / n) ** 2);
  return variance < 1e-10 ? 0 : (sumAb / n - (sumA / n) * (sumB / n)) / Math.sqrt(variance);
}
