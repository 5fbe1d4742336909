import {
  densityOf,
  fitSegment,
  isMeaningful,
  type LevelLines,
  type LineSegment,
  type LineWindow,
  levelLinesOf,
} from "./line-support.ts";
import { refineSegment } from "./refine-line.ts";
import type { SmallImage, Tools } from "./shrink.ts";

/**
 * Largest angle between a pixel's gradient and its region's direction, and the probability that a random gradient is
 * within it.
 */
const TOLERANCE = Math.PI / 8;
const CHANCE = TOLERANCE / Math.PI;

/** Minimum share of its rectangle that a region fills; a sparser one is bent or branched. */
const MIN_DENSITY = 0.7;

/**
 * Finds straight edges of a picture, after LSD (Grompone von Gioi, Jakubowicz, Morel, Randall: "LSD: a fast line
 * segment detector with a false detection control", PAMI 2010). Regions grow from the strongest gradients over
 * neighbours of similar direction, are cut back to straight ones, validated a contrario, and fitted to the edge with
 * subpixel accuracy. Returns only lines in the `window` that are at least `minLengthPx` long, strongest edges first.
 */
export async function findLineSegments(
  image: SmallImage,
  window: LineWindow,
  minLengthPx: number,
  tools: Tools,
): Promise<LineSegment[]> {
  const lines = await levelLinesOf(image, window, tools);
  const segments = segmentsOf(lines, minLengthPx);
  for (const plane of [lines.light, lines.magnitude, lines.directionX, lines.directionY]) tools.memory.release(plane);
  return segments;
}

function segmentsOf(lines: LevelLines, minLengthPx: number): LineSegment[] {
  const grower = new RegionGrower(lines);
  const segments: LineSegment[] = [];
  const seeds = strongestFirst(lines.magnitude);
  for (let k = 0; k < seeds.length; k++) {
    const seed = seeds[k];
    if (grower.isUsed(seed)) continue;
    grower.grow(seed, Math.cos(TOLERANCE));
    // A region with fewer pixels than the minimum length cannot contain such a line, whatever its shape.
    if (grower.count < minLengthPx) continue;
    const segment = grower.straighten(seed, minLengthPx);
    if (!segment || !isMeaningful(grower.count, densityOf(segment, grower.count), CHANCE, lines)) continue;
    const refined = refineSegment(lines, segment);
    if (refined) segments.push(refined);
  }
  return segments;
}

const ORDER_BINS = 1024;

/** Indices of the pixels that have a gradient, in descending order of magnitude, to a thousandth of the largest. */
function strongestFirst(magnitude: Float32Array): Int32Array {
  let max = 0;
  for (let i = 0; i < magnitude.length; i++) if (magnitude[i] > max) max = magnitude[i];
  const bins = new Uint16Array(magnitude.length);
  const starts = new Int32Array(ORDER_BINS + 1);
  for (let i = 0; i < magnitude.length; i++) {
    if (!(magnitude[i] > 0)) continue;
    const bin = Math.max(0, ORDER_BINS - 1 - Math.floor((magnitude[i] / max) * ORDER_BINS));
    bins[i] = bin;
    starts[bin + 1]++;
  }
  for (let bin = 0; bin < ORDER_BINS; bin++) starts[bin + 1] += starts[bin];
  const order = new Int32Array(starts[ORDER_BINS]);
  for (let i = 0; i < magnitude.length; i++) if (magnitude[i] > 0) order[starts[bins[i]]++] = i;
  return order;
}

/**
 * Collects the free neighbours of a seed, and their neighbours, whose gradient is within the tolerance of the region's
 * mean direction; returns their number. A separate function, so that JavaScript compiles the loop separately.
 */
function collectRegion(
  { width, magnitude, directionX, directionY }: LevelLines,
  region: Int32Array,
  used: Uint8Array,
  seed: number,
  minCos: number,
): number {
  const neighbours = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  let [sumX, sumY] = [directionX[seed], directionY[seed]];
  let [meanX, meanY] = [sumX, sumY];
  region[0] = seed;
  used[seed] = 1;
  let count = 1;
  for (let k = 0; k < count; k++) {
    const pixel = region[k];
    // The picture's border has no gradients, so neighbours are never outside.
    for (let n = 0; n < neighbours.length; n++) {
      const i = pixel + neighbours[n];
      if (magnitude[i] === 0 || used[i] !== 0 || directionX[i] * meanX + directionY[i] * meanY < minCos) continue;
      used[i] = 1;
      region[count++] = i;
      sumX += directionX[i];
      sumY += directionY[i];
      const norm = Math.sqrt(sumX * sumX + sumY * sumY);
      meanX = sumX / norm;
      meanY = sumY / norm;
    }
  }
  return count;
}

class RegionGrower {
  /** Pixels of the current region. */
  count = 0;
  readonly #lines: LevelLines;
  readonly #region: Int32Array;
  readonly #used: Uint8Array;

  constructor(lines: LevelLines) {
    this.#lines = lines;
    this.#region = new Int32Array(lines.magnitude.length);
    this.#used = new Uint8Array(lines.magnitude.length);
  }

  isUsed(pixel: number): boolean {
    return this.#used[pixel] !== 0;
  }

  /** Starts a region and collects its pixels; see {@link collectRegion}. */
  grow(seed: number, minCos: number): void {
    this.count = collectRegion(this.#lines, this.#region, this.#used, seed, minCos);
  }

  /**
   * The segment of the region, cut back like in LSD's refinement until it fills its rectangle; `undefined` if too
   * little is left.
   */
  straighten(seed: number, minLengthPx: number): LineSegment | undefined {
    let segment = fitSegment(this.#lines, this.#region, this.count);
    if (densityOf(segment, this.count) < MIN_DENSITY) {
      const minCos = this.#narrowTolerance(seed, segment.widthPx);
      this.#free();
      this.grow(seed, minCos);
      segment = fitSegment(this.#lines, this.#region, this.count);
    }
    while (densityOf(segment, this.count) < MIN_DENSITY && segment.lengthPx >= minLengthPx) {
      this.#keepWithin(seed, 0.75);
      segment = fitSegment(this.#lines, this.#region, this.count);
    }
    return segment.lengthPx >= minLengthPx ? segment : undefined;
  }

  /** Cosine of twice the spread of directions near the seed. */
  #narrowTolerance(seed: number, radius: number): number {
    const { width, directionX, directionY } = this.#lines;
    let [sum, near] = [0, 0];
    for (let k = 0; k < this.count; k++) {
      const i = this.#region[k];
      if (this.#distance(seed, i, width) > radius) continue;
      const sin = directionX[seed] * directionY[i] - directionY[seed] * directionX[i];
      sum += sin * sin;
      near++;
    }
    return Math.cos(Math.min(TOLERANCE, 2 * Math.sqrt(sum / near)));
  }

  #keepWithin(seed: number, share: number): void {
    const { width } = this.#lines;
    let farthest = 0;
    for (let k = 0; k < this.count; k++) farthest = Math.max(farthest, this.#distance(seed, this.#region[k], width));
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      const i = this.#region[k];
      if (this.#distance(seed, i, width) <= farthest * share) this.#region[kept++] = i;
      else this.#used[i] = 0;
    }
    this.count = kept;
  }

  #free(): void {
    for (let k = 0; k < this.count; k++) this.#used[this.#region[k]] = 0;
  }

  #distance(a: number, b: number, width: number): number {
    const across = (a % width) - (b % width);
    const down = Math.floor(a / width) - Math.floor(b / width);
    return Math.sqrt(across * across + down * down);
  }
}
