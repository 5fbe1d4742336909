import type { IntegerImage } from "../../image/index.ts";
import type { WarpGrid } from "../../ops/index.ts";
import { edgeFilling } from "./params.ts";
import { medianBin } from "./tone-match.ts";

/**
 * Fills pixels of `moved` that are outside the frame from which it was resampled, using `neighbour`, the frame next in
 * exposure, at the exposure of `moved`. Both have the same pixel grid, which `grid` maps to the frame, whose size is
 * `frame`.
 */
export function fillEdges(
  moved: IntegerImage,
  neighbour: IntegerImage,
  grid: WarpGrid,
  frame: Pick<IntegerImage, "width" | "height">,
): void {
  const { width, height, channels, data } = moved;
  const depths = depthsOf(grid, frame);
  const curves = matchTones(moved, neighbour, depths);
  const { step, nodesX, nodesY } = grid;
  for (let j = 0; j < nodesY - 1; j++) {
    for (let i = 0; i < nodesX - 1; i++) {
      if (depths.minOf(i, j) >= edgeFilling.featherPx) continue;
      for (let y = j * step; y < Math.min(height, (j + 1) * step); y++) {
        for (let x = i * step; x < Math.min(width, (i + 1) * step); x++) {
          const depth = depths.at(x, y);
          if (depth >= edgeFilling.featherPx) continue;
          const share = Math.max(0, depth) / edgeFilling.featherPx;
          for (let c = 0, at = (y * width + x) * channels; c < channels; c++, at++) {
            const filled = curves[c][neighbour.data[at]];
            data[at] = filled + share * (data[at] - filled) + 0.5;
          }
        }
      }
    }
  }
}

/** Depth of source positions inside the frame, px; negative outside. */
interface Depths {
  /** Minimum of the four corners of a grid cell: no position in the cell is closer to an edge. */
  minOf(i: number, j: number): number;
  at(x: number, y: number): number;
}

function depthsOf(
  { step, nodesX, mapChannels, positions }: WarpGrid,
  { width, height }: Pick<IntegerImage, "width" | "height">,
): Depths {
  const next = 2 * mapChannels;
  const green = mapChannels === 3 ? 2 : 0;
  const nodeAt = (i: number, j: number) => (j * nodesX + i) * next + green;
  const depthOf = (x: number, y: number) => Math.min(x, y, width - 1 - x, height - 1 - y);
  const depthAt = (i: number, j: number) => depthOf(positions[nodeAt(i, j)], positions[nodeAt(i, j) + 1]);
  const between = (a: number, b: number, share: number) => a + share * (b - a);
  return {
    minOf(i, j) {
      return Math.min(depthAt(i, j), depthAt(i + 1, j), depthAt(i, j + 1), depthAt(i + 1, j + 1));
    },
    at(x, y) {
      const i = Math.floor(x / step);
      const j = Math.floor(y / step);
      const u = x / step - i;
      const v = y / step - j;
      const above = nodeAt(i, j);
      const below = nodeAt(i, j + 1);
      const sourceX = between(
        between(positions[above], positions[above + next], u),
        between(positions[below], positions[below + next], u),
        v,
      );
      const sourceY = between(
        between(positions[above + 1], positions[above + next + 1], u),
        between(positions[below + 1], positions[below + next + 1], u),
        v,
      );
      return depthOf(sourceX, sourceY);
    },
  };
}

/**
 * For each channel a table from the neighbour's values to those of `moved`: the median of `moved` over the pixels that
 * both show. It is linear between bins; empty bins follow the nearest ones.
 */
function matchTones(moved: IntegerImage, neighbour: IntegerImage, depths: Depths): Float32Array[] {
  const { width, height, channels } = moved;
  const [codes, movedCodes] = [neighbour, moved].map(({ data }) => (data instanceof Uint8Array ? 256 : 65536));
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / edgeFilling.samples)));
  const counted = Array.from({ length: channels }, () => ({
    from: new Float64Array(edgeFilling.bins),
    shown: new Uint32Array(edgeFilling.bins * edgeFilling.levels),
  }));
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (depths.at(x, y) < 1) continue;
      for (let c = 0, at = (y * width + x) * channels; c < channels; c++, at++) {
        const bin = Math.floor((neighbour.data[at] * edgeFilling.bins) / codes);
        counted[c].from[bin] += neighbour.data[at];
        counted[c].shown[bin * edgeFilling.levels + Math.floor((moved.data[at] * edgeFilling.levels) / movedCodes)]++;
      }
    }
  }
  return counted.map(({ from, shown }) => tableThrough(from, shown, codes, movedCodes / edgeFilling.levels));
}

/**
 * A non-decreasing table: neighbouring medians that would decrease are pooled by their numbers of pixels (pool adjacent
 * violators).
 */
function tableThrough(from: Float64Array, shown: Uint32Array, codes: number, level: number): Float32Array {
  const points: { at: number; value: number; count: number }[] = [];
  for (let bin = 0; bin < edgeFilling.bins; bin++) {
    const row = shown.subarray(bin * edgeFilling.levels, (bin + 1) * edgeFilling.levels);
    const count = row.reduce((sum, each) => sum + each, 0);
    if (count === 0) continue;
    let point = { at: from[bin] / count, value: Math.max(0, (medianBin(row, count) - 0.5) * level), count };
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
