import type { Plane } from "../../ops/index.ts";

/** The least value within `radius` pixels of every pixel along both axes; values are at most 1. */
export function runningLeast(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  const data = leastAlong(plane, "x", radius, wrapX);
  return leastAlong({ ...plane, data }, "y", radius, false);
}

/**
 * Running least of 2 × radius + 1 values along rows or columns; with `wraps` their ends meet. At most 1. Every window
 * spans two blocks of its own length: the end of one and the start of the next (van Herk 1992; Gil & Werman 1993).
 */
function leastAlong({ width, height, data }: Plane, axis: "x" | "y", radius: number, wraps: boolean): Float32Array {
  const target = new Float32Array(data.length);
  const [length, lines, step] = axis === "x" ? [width, height, 1] : [height, width, width];
  // One line, with what lies beyond its ends.
  const line = new Float32Array(length + 2 * radius).fill(1);
  const window = 2 * radius + 1;
  // The least from the start of its block to every value, and from every value to the end of its block.
  const [fromStart, toEnd] = [new Float32Array(line.length), new Float32Array(line.length)];
  for (let l = 0; l < lines; l++) {
    const first = axis === "x" ? l * width : l;
    for (let at = 0; at < length; at++) line[radius + at] = data[first + at * step];
    if (wraps) {
      for (let k = 0; k < radius; k++) {
        line[k] = line[length + k];
        line[length + radius + k] = line[radius + k];
      }
    }
    for (let start = 0; start < line.length; start += window) {
      const end = Math.min(line.length, start + window);
      let least = line[start];
      for (let k = start; k < end; k++) {
        least = least < line[k] ? least : line[k];
        fromStart[k] = least;
      }
      least = line[end - 1];
      for (let k = end - 1; k >= start; k--) {
        least = least < line[k] ? least : line[k];
        toEnd[k] = least;
      }
    }
    for (let at = 0; at < length; at++) {
      target[first + at * step] = Math.min(toEnd[at], fromStart[at + 2 * radius]);
    }
  }
  return target;
}
