import type { FeaturePair } from "./features.ts";

export interface Shift {
  readonly dx: number;
  readonly dy: number;
  /** Normalised correlation of the overlap, −1 to 1. */
  readonly score: number;
}

/**
 * Every whole-pixel shift (template pixel + shift = frame pixel) within ±`reachPx`, by normalised correlation; the best
 * peaks first, at most `count`, none a neighbour of a better one. Meant for planes of about a hundred pixels.
 */
export function findShifts(pair: FeaturePair, reachPx: number, count: number): Shift[] {
  const size = 2 * reachPx + 1;
  const scores = new Float64Array(size * size);
  for (let dy = -reachPx; dy <= reachPx; dy++) {
    for (let dx = -reachPx; dx <= reachPx; dx++) scores[(dy + reachPx) * size + dx + reachPx] = correlate(pair, dx, dy);
  }
  const peaks: Shift[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (isPeak(scores, size, x, y)) peaks.push({ dx: x - reachPx, dy: y - reachPx, score: scores[y * size + x] });
    }
  }
  return peaks.sort((a, b) => b.score - a.score || a.dy - b.dy || a.dx - b.dx).slice(0, count);
}

function isPeak(scores: Float64Array, size: number, x: number, y: number): boolean {
  const here = scores[y * size + x];
  for (let j = Math.max(0, y - 1); j <= Math.min(size - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(size - 1, x + 1); i++) {
      if (scores[j * size + i] > here) return false;
    }
  }
  return true;
}

function correlate(pair: FeaturePair, dx: number, dy: number): number {
  const { width, height, template, frame, blocked } = pair;
  let tf = 0;
  let tt = 0;
  let ff = 0;
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const at = y * width + x;
      if (blocked[at]) continue;
      const t = template[at];
      const f = frame[at + dy * width + dx];
      tf += t * f;
      tt += t * t;
      ff += f * f;
    }
  }
  return tt > 0 && ff > 0 ? tf / Math.sqrt(tt * ff) : 0;
}
