import type { Mosaic, PixelMemory, U16 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { levelSamples } from "./sensor-levels.ts";
import { share } from "./share.ts";
import { xtransFilters } from "./xtrans-filters.ts";

type Triple = readonly [number, number, number];

/**
 * Sensor data to white-balanced linear camera RGB in `target`, three interleaved samples a pixel, 65535 = where the channel whose gain is
 * 1 clips; `gains` are at most 1. Full-colour data is only brought to that scale.
 */
export async function demosaic(mosaic: Mosaic, gains: Triple, target: U16, context: StageContext): Promise<void> {
  const { width, height, pattern } = mosaic;
  const { kernels, memory } = context;
  const samples = await levelSamples(mosaic, context);
  const source = samples.data;
  const black = share(memory, samples.black);
  const scale = share(
    memory,
    gains.map((gain, c) => (65535 * gain) / Math.max(1, samples.white[c] - samples.black[c])),
  );
  if (!pattern) {
    const zeros = share(memory, new Array<number>(Math.max(width, height)).fill(0));
    const cell = { levels: black, scales: scale, columns: zeros, rows: zeros, cellWidth: 1, cellHeight: 1 };
    const args = { source, target, ...cell, width, height, samples: 3, pedestal: 0 };
    await kernels.run("rawLevels", args, height);
    memory.release(zeros);
  } else if (pattern.width === 2 && pattern.height === 2) {
    const red = pattern.colors.indexOf(0);
    const args = { source, target, black, scale, width, height, redX: red % 2, redY: red >> 1 };
    await kernels.run("demosaicBayer", args, height);
  } else {
    const cell = xTransCell(pattern, memory);
    const filters = share(memory, xtransFilters(cell));
    await kernels.run(
      "demosaicXtrans",
      { source, target, pattern: cell, filters, black, scale, width, height },
      height,
    );
    memory.release(cell);
    memory.release(filters);
  }
  for (const view of [black, scale, ...(source === mosaic.data ? [] : [source])]) memory.release(view);
}

function xTransCell(pattern: NonNullable<Mosaic["pattern"]>, memory: PixelMemory) {
  const cell = memory.u8(36);
  for (let i = 0; i < 36; i++) {
    cell[i] = pattern.colors[(Math.floor(i / 6) % pattern.height) * pattern.width + ((i % 6) % pattern.width)];
  }
  return cell;
}
