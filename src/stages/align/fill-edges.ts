import type { Homography, IntegerImage } from "../../image/index.ts";

/** Over so many pixels inside the frame's edge the two pictures run into each other. */
const featherPx = 16;
/** Pixels, about, from which the tones are read. */
const samples = 60_000;
const bins = 64;
/** Values of the moved frame that are told apart. */
const levels = 256;

/**
 * Writes what `moved` does not show, because it lies outside the frame that it was resampled from, from `neighbour`,
 * the frame next in exposure, at the exposure of `moved`. Both lie on the reference; `toFrame` brings its pixels to the
 * frame's.
 */
export function fillEdges(moved: IntegerImage, neighbour: IntegerImage, toFrame: Homography): void {
  const { width, height, channels, data } = moved;
  const sides = sidesOf(toFrame, width, height);
  const [left, top, right, bottom] = sides;
  const curves = matchTones(moved, neighbour, sides);
  for (let y = 0; y < height; y++) {
    const [from, to] = span(sides, y, width, featherPx);
    const rest = sides.map(([, b, c]) => b * y + c);
    for (let x = 0; x < width; x++) {
      if (x === from) x = to;
      if (x >= width) break;
      const depth = Math.min(
        left[0] * x + rest[0],
        top[0] * x + rest[1],
        right[0] * x + rest[2],
        bottom[0] * x + rest[3],
      );
      const share = depth <= 0 ? 0 : depth < featherPx ? depth / featherPx : 1;
      for (let c = 0, at = (y * width + x) * channels; c < channels; c++, at++) {
        const filled = curves[c][neighbour.data[at]];
        data[at] = filled + share * (data[at] - filled) + 0.5;
      }
    }
  }
}

/**
 * The frame's four sides as distances a·x + b·y + c, px of the frame, of a reference pixel from each; positive inside.
 */
type Side = readonly [a: number, b: number, c: number];

/**
 * Perspective between hand-held frames is so slight that dividing by the weight at the centre changes no distance by a
 * tenth.
 */
function sidesOf(h: Homography, width: number, height: number): readonly [Side, Side, Side, Side] {
  const weight = h[6] * (width / 2) + h[7] * (height / 2) + h[8];
  const minus = (k: number, limit: number): Side => [
    (limit * h[6] - h[k]) / weight,
    (limit * h[7] - h[k + 1]) / weight,
    (limit * h[8] - h[k + 2]) / weight,
  ];
  const plus = (k: number): Side => [h[k] / weight, h[k + 1] / weight, h[k + 2] / weight];
  return [plus(0), plus(3), minus(0, width - 1), minus(3, height - 1)];
}

/** The pixels [from, to) of a row that lie at least `depth` inside every side; from = to where there are none. */
function span(sides: readonly Side[], y: number, width: number, depth: number): [number, number] {
  let [from, to] = [0, width];
  for (const [a, b, c] of sides) {
    const rest = b * y + c - depth;
    if (a > 0) from = Math.max(from, Math.ceil(-rest / a));
    else if (a < 0) to = Math.min(to, Math.floor(rest / -a) + 1);
    else if (rest < 0) to = 0;
  }
  return from < to ? [from, to] : [width, width];
}

/**
 * For each channel a table from the neighbour's values to those of `moved`: the median of what `moved` shows there,
 * over the pixels that both show. Between the bins it is straight, where they are empty it follows the nearest ones.
 */
function matchTones(moved: IntegerImage, neighbour: IntegerImage, sides: readonly Side[]): Float32Array[] {
  const { width, height, channels } = moved;
  const [codes, movedCodes] = [neighbour, moved].map(({ data }) => (data instanceof Uint8Array ? 256 : 65536));
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / samples)));
  const counted = Array.from({ length: channels }, () => ({
    from: new Float64Array(bins),
    shown: new Uint32Array(bins * levels),
  }));
  for (let y = 0; y < height; y += step) {
    const [begin, end] = span(sides, y, width, 1);
    for (let x = begin; x < end; x += step) {
      for (let c = 0, at = (y * width + x) * channels; c < channels; c++, at++) {
        const bin = Math.floor((neighbour.data[at] * bins) / codes);
        counted[c].from[bin] += neighbour.data[at];
        counted[c].shown[bin * levels + Math.floor((moved.data[at] * levels) / movedCodes)]++;
      }
    }
  }
  return counted.map(({ from, shown }) => tableThrough(from, shown, codes, movedCodes / levels));
}

/**
 * A table that never falls: neighbouring medians that would are taken together, by their pixels (pool adjacent
 * violators).
 */
function tableThrough(from: Float64Array, shown: Uint32Array, codes: number, level: number): Float32Array {
  const points: { at: number; value: number; count: number }[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const row = shown.subarray(bin * levels, (bin + 1) * levels);
    const count = row.reduce((sum, each) => sum + each, 0);
    if (count === 0) continue;
    let point = { at: from[bin] / count, value: Math.max(0, medianOf(row, count) * level), count };
    for (let last = points.at(-1); last && last.value > point.value; last = points.at(-1)) {
      const both = last.count + point.count;
      const mix = (one: number, other: number) => (one * last.count + other * point.count) / both;
      point = { at: mix(last.at, point.at), value: mix(last.value, point.value), count: both };
      points.pop();
    }
    points.push(point);
  }
  const table = new Float32Array(codes);
  if (points.length === 0) return table.map((_, code) => code);
  let k = 0;
  for (let code = 0; code < codes; code++) {
    while (k < points.length - 2 && points[k + 1].at < code) k++;
    const [a, b] = [points[k], points[Math.min(k + 1, points.length - 1)]];
    const share = b.at > a.at ? Math.min(1, Math.max(0, (code - a.at) / (b.at - a.at))) : 0;
    table[code] = a.value + share * (b.value - a.value);
  }
  return table;
}

/** Position of the median within a row of counts, in levels. */
function medianOf(row: Uint32Array, total: number): number {
  let left = total / 2;
  let at = 0;
  while (left > row[at]) left -= row[at++];
  return at + left / row[at] - 0.5;
}
