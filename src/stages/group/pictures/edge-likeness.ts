import { edges as limits } from "./params.ts";
import type { Picture } from "./picture.ts";

/**
 * Correlation of how strong edges are and of which way they run, −1 to 1, whichever side is brighter: by day and at
 * dusk sky and windows change places in brightness, and the edges between them stay. Two views of different things have
 * strong edges in the same places by chance, but these seldom run the same way.
 */
export function edgeLikeness(x: Edges, y: Edges): number {
  if (x.width !== y.width || x.height !== y.height) return 0;
  let best = correlationAt(x, y, 0, 0);
  if (best < limits.worthMoving) return best;
  for (let dy = -limits.reachPx; dy <= limits.reachPx; dy++)
    for (let dx = -limits.reachPx; dx <= limits.reachPx; dx++) best = Math.max(best, correlationAt(x, y, dx, dy));
  return best;
}

/**
 * The edges of a picture, as vectors as long as an edge is strong, at twice the angle of its gradient: so both sides of
 * it are alike, and edges at right angles are opposite.
 */
export interface Edges {
  readonly width: number;
  readonly height: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 1 where the picture is open. */
  readonly isOpen: Uint8Array;
}

/** The edges of a picture, by the ranks of its brightness. */
export function edgesOf({ fine: { usable, ranks: plane } }: Picture): Edges {
  const { width, height, data: ranks } = plane;
  const edges = {
    ...{ width, height, isOpen: new Uint8Array(width * height) },
    ...{ x: new Float32Array(width * height), y: new Float32Array(width * height) },
  };
  for (let row = 0; row + 1 < height; row++) {
    for (let i = row * width; i < (row + 1) * width - 1; i++) {
      if ((usable[i] & usable[i + 1] & usable[i + width]) === 0) continue;
      edges.isOpen[i] = 1;
      const [across, down] = [ranks[i + 1] - ranks[i], ranks[i + width] - ranks[i]];
      const strength = Math.hypot(across, down);
      if (strength === 0) continue;
      const scale = Math.min(limits.most, strength) / strength ** 2;
      edges.x[i] = scale * (across * across - down * down);
      edges.y[i] = scale * 2 * across * down;
    }
  }
  return edges;
}

function correlationAt(a: Edges, b: Edges, dx: number, dy: number): number {
  const { width, height } = a;
  let [n, sumAx, sumAy, sumBx, sumBy, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = Math.max(0, -dy); row < Math.min(height, height - dy); row++) {
    for (let column = Math.max(0, -dx); column < Math.min(width, width - dx); column++) {
      const i = row * width + column;
      const k = (row + dy) * width + column + dx;
      if ((a.isOpen[i] & b.isOpen[k]) === 0) continue;
      n++;
      sumAx += a.x[i];
      sumAy += a.y[i];
      sumBx += b.x[k];
      sumBy += b.y[k];
      sumAa += a.x[i] * a.x[i] + a.y[i] * a.y[i];
      sumBb += b.x[k] * b.x[k] + b.y[k] * b.y[k];
      sumAb += a.x[i] * b.x[k] + a.y[i] * b.y[k];
    }
  }
  if (n < limits.leastPixels) return 0;
  const varianceA = sumAa / n - (sumAx / n) ** 2 - (sumAy / n) ** 2;
  const varianceB = sumBb / n - (sumBx / n) ** 2 - (sumBy / n) ** 2;
  if (varianceA * varianceB <= 0) return 0;
  return (sumAb / n - (sumAx * sumBx + sumAy * sumBy) / n ** 2) / Math.sqrt(varianceA * varianceB);
}
