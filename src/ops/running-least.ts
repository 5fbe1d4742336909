import type { Plane } from "../../ops/index.ts";

/** The least value within `radius` pixels of every pixel along both axes; values are at most 1. */
export function runningLeast(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  const data = leastAlong(plane, "x", radius, wrapX);
  return leastAlong({ ...plane, data }, "y", radius, false);
}

/** Running least of 2 × radius + 1 values along rows or columns; with `wraps` their ends meet. At most 1. */
function leastAlong({ width, height, data }: Plane, axis: "x" | "y", radius: number, wraps: boolean): Float32Array {
  const target = new Float32Array(data.length);
  const [length, lines, step] = axis === "x" ? [width, height, 1] : [height, width, width];
  // One line, with what lies beyond its ends.
  const line = new Float32Array(length + 2 * radius).fill(1);
  for (let l = 0; l < lines; l++) {
    const first = axis === "x" ? l * width : l;
    for (let at = 0; at < length; at++) line[radius + at] = data[first + at * step];
    if (wraps) {
      for (let k = 0; k < radius; k++) {
        line[k] = line[length + k];
        line[length + radius + k] = line[radius + k];
      }
    }
    for (let at = 0; at < length; at++) {
      let least = 1;
      for (let k = at; k <= at + 2 * radius; k++) if (line[k] < least) least = line[k];
      target[first + at * step] = least;
    }
  }
  return target;
}
