import type { Picture } from "./picture.ts";

/** Edges stronger than this count alike: the strongest are where light comes and goes. */
const mostEdge = 0.12;
const reachPx = 2;
/** Below this, no small move makes two views one. */
const worthMoving = 0.15;
const leastPixels = 60;

/**
 * Correlation of how strong the edges are, −1 to 1, whichever side is brighter: by day and at dusk sky and windows
 * change places in brightness, and the edges between them stay.
 */
export function edgeLikeness(x: Edges, y: Edges): number {
  if (x.width !== y.width || x.height !== y.height) return 0;
  let best = correlationAt(x, y, 0, 0);
  if (best < worthMoving) return best;
  for (let dy = -reachPx; dy <= reachPx; dy++)
    for (let dx = -reachPx; dx <= reachPx; dx++) best = Math.max(best, correlationAt(x, y, dx, dy));
  return best;
}

/** How strong the edges of a picture are. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** Negative where the picture is not open. */
  readonly strength: Float32Array;
}

/** The edges of a picture, by the ranks of its brightness. */
export function edgesOf({ fine: { usable, ranks: plane } }: Picture): Edges {
  const { width, height, data: ranks } = plane;
  const strength = new Float32Array(width * height).fill(-1);
  for (let y = 0; y + 1 < height; y++) {
    for (let i = y * width; i < (y + 1) * width - 1; i++) {
      if ((usable[i] & usable[i + 1] & usable[i + width]) === 0) continue;
      strength[i] = Math.min(mostEdge, Math.hypot(ranks[i + 1] - ranks[i], ranks[i + width] - ranks[i]));
    }
  }
  return { width, height, strength };
}

function correlationAt(a: Edges, b: Edges, dx: number, dy: number): number {
  const { width, height } = a;
  let [n, sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const own = a.strength[y * width + x];
      const other = b.strength[(y + dy) * width + x + dx];
      if (own < 0 || other < 0) continue;
      n++;
      sumA += own;
      sumB += other;
      sumAa += own * own;
      sumBb += other * other;
      sumAb += own * other;
    }
  }
  if (n < leastPixels) return 0;
  const variance = (sumAa / n - (sumA / n) ** 2) * (sumBb / n - (sumB / n) ** 2);
  return variance <= 0 ? 0 : (sumAb / n - (sumA / n) * (sumB / n)) / Math.sqrt(variance);
}
