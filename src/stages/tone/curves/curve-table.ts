import type { PixelMemory } from "../../../image/index.ts";
import { toneNode } from "../../../kernels/index.ts";
import { tables, textures } from "../params.ts";

/**
 * Table for the `toneMap` kernel's curve, nodes × {@link toneNode}. For a base b, the luma y is mapped by two parabolas
 * that meet at (b, T(b)) with the same slope S(b): one through (0, 0) for y below b, one through (1, 1) for y above. So
 * black stays black, white stays white, no value leaves the range, and texture keeps some contrast where T is flat. S
 * is T's slope, raised half-way to the ratio T(b)/b if that is larger, times 1 + `localContrast`. `chroma` gives the
 * chroma factor of a base. The caller releases the table.
 */
export function curveTable(
  curve: (value: number) => number,
  chroma: (value: number) => number,
  localContrast: number,
  memory: PixelMemory,
): Float32Array<SharedArrayBuffer> {
  const { nodes } = tables;
  const table = memory.f32(nodes * toneNode.length);
  const step = 1 / (nodes - 1);
  for (let i = 0; i < nodes; i++) {
    const base = Math.min(1 - step / 4, Math.max(step / 4, i * step));
    const value = curve(base);
    const slope = (curve(Math.min(1, base + step)) - curve(Math.max(0, base - step))) / spanAround(base, step);
    const ratio = value / base;
    const textured =
      (slope + textures.ratioShare * Math.max(0, ratio - slope)) * (1 + localContrast * textureWeight(base));
    const [darkRatio, darkBend] = parabola(ratio, base, textured);
    const [lightRatio, lightBend] = parabola((1 - value) / (1 - base), 1 - base, textured);
    const node = { darkRatio, darkBend, lightRatio, lightBend, chroma: chroma(base) };
    table.set(toneNode.of(node), i * toneNode.length);
  }
  return table;
}

/**
 * Coefficients of y·(c0 + c1·y) through (at, ratio·at) with the given slope there, limited so that it is monotone on
 * [0, at].
 */
function parabola(ratio: number, at: number, slope: number): [number, number] {
  const bend = Math.min(0.95, Math.max(-0.95, slope / Math.max(ratio, 1e-6) - 1));
  return [ratio * (1 - bend), (ratio * bend) / at];
}

/**
 * Weight of extra texture, 0 to 1: deep shadows contain noise rather than texture, and the last highlights have no
 * headroom.
 */
function textureWeight(base: number): number {
  return Math.min(1, Math.max(0, (base - 0.06) / 0.2)) * Math.min(1, (1 - base) / 0.1);
}

function spanAround(base: number, step: number): number {
  return Math.min(1, base + step) - Math.max(0, base - step);
}

/** Inverse of a monotone curve, by linear interpolation in a table. */
export function inverseOf(curve: (value: number) => number): (value: number) => number {
  const { steps } = tables;
  const values = Array.from({ length: steps + 1 }, (_, i) => curve(i / steps));
  return (value) => {
    let [low, high]: [number, number] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle;
      else high = middle;
    }
    const rest = (value - values[low]) / Math.max(1e-6, values[high] - values[low]);
    return (low + Math.min(1, Math.max(0, rest))) / steps;
  };
}
