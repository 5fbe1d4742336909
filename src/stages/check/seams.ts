import { cellSamples, type SmallCopy, spreadSample } from "../../ops/index.ts";
import { worstWindow } from "./worst-window.ts";

/** Display values that a channel jumps by, at least, and beyond what any frame does there by this factor. */
const leastJump = 0.05;
const timesJump = 2;
/** Cells of a small copy, along each axis, over which jumps are counted. */
const block = 4;

export interface SeamFacts {
  /** Share of neighbouring cells between which the picture jumps and no frame does. */
  readonly share: number;
  /** The same in the part of the picture that has most of them: a small area that is torn. */
  readonly worstShare: number;
}

/** Looks for jumps between neighbouring cells, along rows and columns. */
export function findSeams(picture: SmallCopy, frames: readonly SmallCopy[]): SeamFacts {
  const { width, height, data } = picture;
  const least = leastJump * 65535;
  const columns = Math.ceil(width / block);
  const jumps = new Float32Array(columns * Math.ceil(height / block));
  let count = 0;
  for (const step of [1, width]) {
    for (let y = 0; y < height - (step === 1 ? 0 : 1); y++) {
      for (let x = 0; x < width - (step === 1 ? 1 : 0); x++) {
        const from = (y * width + x) * cellSamples;
        const to = from + step * cellSamples;
        for (let c = 0; c < spreadSample; c++) {
          const jump = Math.abs(data[to + c] - data[from + c]);
          if (jump <= least || isShown(frames, from + c, to + c, (jump - least) / timesJump)) continue;
          jumps[Math.floor(y / block) * columns + Math.floor(x / block)] += 1 / (2 * block * block);
          count++;
          break;
        }
      }
    }
  }
  const grid = { width: columns, height: Math.ceil(height / block) };
  return { share: count / (2 * width * height), worstShare: worstWindow(jumps, grid) };
}

function isShown(frames: readonly SmallCopy[], from: number, to: number, jump: number): boolean {
  for (const { data } of frames) if (Math.abs(data[to] - data[from]) >= jump) return true;
  return false;
}
