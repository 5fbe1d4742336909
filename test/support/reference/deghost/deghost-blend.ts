import type { DeghostBlendArgs } from "../../../../src/kernels/declarations/deghost.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Maximum difference of display values that agree. */
export const agreeing = 12 / 255;
/** Noise and quantisation of a source sample, and their visible part in the target; display values. */
export const [unsure, visible] = [2 / 255, 6 / 255];

export function deghostBlend(args: DeghostBlendArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, table, whiteFrom, share, top = 0, width, gridWidth, gridHeight, factor, wrapX } = args;
  const entries = table.length / 3;
  const full = target instanceof Uint8Array ? 255 : 65535;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const v = inside(y + top, factor, gridHeight);
    for (let x = 0; x < width; x++) {
      const u = wrapX ? around(x, args) : inside(x, factor, gridWidth);
      const at = (column: number) => {
        const above = share[v.first * gridWidth + column];
        return above + (share[v.second * gridWidth + column] - above) * v.weight;
      };
      const [left, right] = [at(u.first), at(u.second)];
      const weight = (left + (right - left) * u.weight) / 255;
      if (weight <= 0) continue;
      const first = (y * width + x) * 3;
      const samples = source.subarray(first, first + 3);
      const mapped = [0, 1, 2].map((c) => {
        const mappedFrom = (off: number) =>
          table[c * entries + Math.min(entries - 1, Math.max(0, samples[c] + Math.round(off * (entries - 1))))];
        const [least, most] = [mappedFrom(-unsure) + visible * full, mappedFrom(unsure) - visible * full];
        return Math.max(Math.min(target[first + c], Math.max(mappedFrom(0), most)), Math.min(mappedFrom(0), least));
      });
      const over = [0, 1, 2].map((c) => Math.max(0, samples[c] - whiteFrom) / (entries - 1 - whiteFrom));
      const holds = mapped.every((value, c) => {
        const beyond = target[first + c] - value;
        return beyond >= -agreeing * full && (over[c] > 0 || beyond <= agreeing * full);
      });
      const white = holds ? Math.max(...over) : Math.min(...over);
      for (const [c, value] of mapped.entries()) {
        const i = first + c;
        const shown = value + ((holds ? target[i] : full) - value) * white;
        target[i] = Math.floor(target[i] + (shown - target[i]) * weight + 0.5);
      }
    }
  }
}

/**
 * The two cells whose centres enclose a pixel, and the weight of the second. At the edge, the last and the first cell
 * are closer or further apart because of the pixels that do not fill a cell.
 */
function around(pixel: number, { factor, width, gridWidth }: DeghostBlendArgs) {
  let position = (pixel - (factor - 1) / 2) / factor;
  const period = width / factor;
  if (position < 0) position += period;
  const first = Math.min(gridWidth - 1, Math.floor(position));
  const gap = first === gridWidth - 1 ? period - first : 1;
  return { first, second: (first + 1) % gridWidth, weight: (position - first) / gap };
}

function inside(pixel: number, factor: number, cells: number) {
  const position = Math.min(cells - 1, Math.max(0, (pixel - (factor - 1) / 2) / factor));
  const first = Math.floor(position);
  return { first, second: Math.min(cells - 1, first + 1), weight: position - first };
}
