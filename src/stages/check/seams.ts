import { cellSamples, lumaSample, type SmallCopy } from "../../ops/index.ts";
import { worstWindow } from "./worst-window.ts";

/** Display values that a channel jumps by, at least, and beyond what any frame does there by this factor. */
const leastJump = 0.05;
const timesJump = 2;
/** Cells of a small copy, along each axis, over which jumps are counted. */
const block = 4;

/** Of a large picture every other row tells as much as all of them. */
const largeCells = 150_000;

export interface SeamFacts {
  /** Share of neighbouring cells between which the picture jumps and no frame does. */
  readonly share: number;
  /** The same in the part of the picture that has most of them: a small area that is torn. */
  readonly worstShare: number;
}

/** Looks for jumps between neighbouring cells, along rows and columns. `slope`: how far steps may have been stretched. */
export function findSeams(picture: SmallCopy, frames: readonly SmallCopy[], slope = 1): SeamFacts {
  const { width, height } = picture;
  const columns = Math.ceil(width / block);
  const jumps = new Float32Array(columns * Math.ceil(height / block));
  const others = frames.map(({ data }) => data);
  const skip = width * height < largeCells ? 1 : 2;
  const along = countJumps(picture, others, { columns: width - 1, rows: height, step: 1, skip, slope }, jumps);
  const down = countJumps(picture, others, { columns: width, rows: height - 1, step: width, skip, slope }, jumps);
  const share = ((along + down) * skip) / (2 * width * height);
  return { share, worstShare: worstWindow(jumps, { width: columns, height: Math.ceil(height / block) }) };
}

interface Pass {
  readonly columns: number;
  readonly rows: number;
  /** Cells from one neighbour to the other. */
  readonly step: number;
  /** Rows from one that is looked at to the next. */
  readonly skip: number;
  readonly slope: number;
}

function countJumps(
  { width, data }: SmallCopy,
  frames: readonly Uint16Array[],
  { columns, rows, step, skip, slope }: Pass,
  jumps: Float32Array,
): number {
  const least = Math.round(leastJump * 65535);
  const offset = step * cellSamples;
  const blocks = Math.ceil(width / block);
  let count = 0;
  for (let y = 0; y < rows; y += skip) {
    let at = y * width * cellSamples;
    for (let x = 0; x < columns; x++, at += cellSamples) {
      const to = at + offset;
      if (
        Math.abs(data[to] - data[at]) <= least &&
        Math.abs(data[to + 1] - data[at + 1]) <= least &&
        Math.abs(data[to + 2] - data[at + 2]) <= least
      )
        continue;
      if (!jumpsAlone(data, frames, at, to, least, slope)) continue;
      jumps[Math.floor(y / block) * blocks + Math.floor(x / block)] += skip / (2 * block * block);
      count++;
    }
  }
  return count;
}

/** Whether any channel differs there much more than in any frame. */
function jumpsAlone(
  data: Uint16Array,
  frames: readonly Uint16Array[],
  from: number,
  to: number,
  least: number,
  slope: number,
): boolean {
  for (let c = 0; c < lumaSample; c++) {
    const jump = Math.abs(data[to + c] - data[from + c]);
    if (jump > least && !isShown(frames, from + c, to + c, (jump - least) / (timesJump * slope))) return true;
  }
  return false;
}

function isShown(frames: readonly Uint16Array[], from: number, to: number, jump: number): boolean {
  for (const data of frames) if (Math.abs(data[to] - data[from]) >= jump) return true;
  return false;
}
