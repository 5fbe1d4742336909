import type { Mosaic, PixelMemory, U16 } from "../../image/index.ts";
import { numbersIn } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { levelSamples } from "./sensor-levels.ts";
import { xtransFilters } from "./xtrans-filters.ts";

type Triple = readonly [number, number, number];

/** Whether a mosaic has cells of 2 × 2. */
export function isBayer({ pattern }: Mosaic): boolean {
  return pattern?.width === 2 && pattern.height === 2;
}

/** Position of red in a Bayer mosaic's cells. */
export function redOf({ pattern }: Mosaic): { readonly redX: number; readonly redY: number } {
  const red = pattern?.colors.indexOf(0) ?? 0;
  return { redX: red % 2, redY: red >> 1 };
}

/**
 * Samples at the input of demosaicing: light is `(v − black[c]) · scale[c]`, 65535 = clipping of the channel whose gain
 * is 1.
 */
export async function balancedSamples(mosaic: Mosaic, gains: Triple, context: StageContext) {
  const { memory } = context;
  const { data, black: levels, white } = await levelSamples(mosaic, context);
  const black = numbersIn(memory, levels);
  const scale = numbersIn(
    memory,
    gains.map((gain, c) => (65535 * gain) / Math.max(1, white[c] - levels[c])),
  );
  const release = () => {
    for (const view of [black, scale, ...(data === mosaic.data ? [] : [data])]) memory.release(view);
  };
  return { source: data, black, scale, release };
}

/**
 * Converts sensor data to white-balanced linear camera RGB in `target`, three interleaved samples for each pixel, 65535
 * = clipping of the channel whose gain is 1; `gains` are at most 1. Full-colour data is only scaled.
 */
export async function demosaic(mosaic: Mosaic, gains: Triple, target: U16, context: StageContext): Promise<void> {
  const { width, height, pattern } = mosaic;
  const { kernels, memory } = context;
  const { source, black, scale, release } = await balancedSamples(mosaic, gains, context);
  if (!pattern) {
    const zeros = numbersIn(memory, new Array<number>(Math.max(width, height)).fill(0));
    const cell = { levels: black, scales: scale, columns: zeros, rows: zeros, cellWidth: 1, cellHeight: 1 };
    const args = { source, target, ...cell, width, height, samples: 3, pedestal: 0 };
    await kernels.run("rawLevels", args, height);
    memory.release(zeros);
  } else if (isBayer(mosaic)) {
    await kernels.run("demosaicBayer", { source, target, black, scale, width, height, ...redOf(mosaic) }, height);
  } else {
    const cell = xTransCell(pattern, memory);
    const filters = numbersIn(memory, xtransFilters(cell));
    const args = { source, target, pattern: cell, filters, black, scale, width, height };
    await kernels.run("demosaicXtrans", args, height);
    memory.release(cell);
    memory.release(filters);
  }
  release();
}

function xTransCell(pattern: NonNullable<Mosaic["pattern"]>, memory: PixelMemory) {
  const cell = memory.u8(36);
  for (let i = 0; i < 36; i++) {
    cell[i] = pattern.colors[(Math.floor(i / 6) % pattern.height) * pattern.width + ((i % 6) % pattern.width)];
  }
  return cell;
}
