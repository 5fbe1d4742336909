import { type Image, luminanceWeights, maxValueOf } from "../../../image/index.ts";
import { edges as limits, sharp } from "./params.ts";
import { lightEv, type Picture } from "./picture.ts";

/**
 * Correlation of the strength and direction of edges, −1 to 1, independent of which side is brighter: from day to dusk
 * sky and windows swap brightness, but the edges between them stay. Two views of different things have some strong
 * edges in the same places by chance, but these rarely have the same direction.
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
 * The edges of a picture, as vectors whose length is the edge's strength, at twice the angle of its gradient: so both
 * signs of an edge are equal, and edges at right angles are opposite.
 */
export interface Edges {
  readonly width: number;
  readonly height: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 1 where the picture is unclipped. */
  readonly isOpen: Uint8Array;
}

/** Edges of a picture, measured in the ranks of its brightness. */
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
  if (n < limits.minPixels) return 0;
  const varianceA = sumAa / n - (sumAx / n) ** 2 - (sumAy / n) ** 2;
  const varianceB = sumBb / n - (sumBx / n) ** 2 - (sumBy / n) ** 2;
  if (varianceA * varianceB <= 0) return 0;
  return (sumAb / n - (sumAx * sumBx + sumAy * sumBy) / n ** 2) / Math.sqrt(varianceA * varianceB);
}

/** Sharpness of a picture, tile by tile. */
export interface Sharpness {
  readonly columns: number;
  /** Mean contrast between neighbours, relative to that between pixels four apart; 0 if a tile shows too little. */
  readonly tiles: Float32Array;
}

/**
 * The finest contrast of a picture relative to the next coarser one, in EV of scene light, so that the exposure and the
 * tone curve cancel. Blur lowers the first but hardly the second; noise raises the first, so it never makes a frame
 * look blurred.
 */
export function measureSharpness(image: Image): Sharpness {
  const { width, height } = image;
  const light = lightOf(image);
  const columns = Math.floor(width / sharp.tilePx);
  const rows = Math.floor(height / sharp.tilePx);
  const tiles = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      tiles[row * columns + column] = tileSharpness(light, column * sharp.tilePx, row * sharp.tilePx);
    }
  }
  return { columns, tiles };
}

interface Light {
  readonly width: number;
  readonly height: number;
  readonly ev: Float64Array;
  /** 1 where the pixel is neither dark nor clipped. */
  readonly isSeen: Uint8Array;
}

function lightOf({ data, channels, width, height }: Image): Light {
  const unit = 1 / maxValueOf(data);
  const [red, green, blue] = luminanceWeights;
  const ev = new Float64Array(width * height);
  const isSeen = new Uint8Array(width * height);
  for (let i = 0, k = 0; i < ev.length; i++, k += channels) {
    const light = channels === 1 ? data[k] : red * data[k] + green * data[k + 1] + blue * data[k + 2];
    const luma = Math.fround(unit * light);
    ev[i] = lightEv(luma);
    isSeen[i] = luma < sharp.darkest || luma > sharp.brightest ? 0 : 1;
  }
  return { width, height, ev, isSeen };
}

function tileSharpness({ ev, isSeen, width, height }: Light, x0: number, y0: number): number {
  let [fine, coarse, count, all] = [0, 0, 0, 0];
  const bottom = Math.min(y0 + sharp.tilePx, height - 4);
  const right = Math.min(x0 + sharp.tilePx, width - 4);
  for (let y = y0; y < bottom; y++) {
    for (let i = y * width + x0; i < y * width + right; i++) {
      all++;
      if ((isSeen[i] & isSeen[i + 4] & isSeen[i + 4 * width]) === 0) continue;
      const here = ev[i];
      fine += Math.abs(ev[i + 1] - here) + Math.abs(ev[i + width] - here);
      coarse += Math.abs(ev[i + 4] - here) + Math.abs(ev[i + 4 * width] - here);
      count++;
    }
  }
  if (count < sharp.minShare * all || coarse < 2 * sharp.minContrastEv * count) return 0;
  return fine / coarse;
}

/**
 * Median ratio of a's sharpness to b's, over tiles with enough contrast in both; `undefined` with fewer than six such
 * tiles.
 */
export function relativeSharpness(a: Sharpness, b: Sharpness): number | undefined {
  if (a.columns !== b.columns || a.tiles.length !== b.tiles.length) return undefined;
  const ratios: number[] = [];
  for (let i = 0; i < a.tiles.length; i++) if (a.tiles[i] > 0 && b.tiles[i] > 0) ratios.push(a.tiles[i] / b.tiles[i]);
  if (ratios.length < sharp.minTiles) return undefined;
  ratios.sort((x, y) => x - y);
  return ratios[ratios.length >> 1];
}
