import { type IntegerImage, maxValueOf, type U8, type U16 } from "../../image/index.ts";
import type { Mapping } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { dilate, type Grid } from "./cell-mask.ts";
import { areaLimits, shownFrame } from "./params.ts";

/** Shares of the shown frame: 255 inside `cells`, fading out over the cells around them. */
export function shareGrid(cells: Uint8Array, grid: Grid, target: U8): void {
  target.fill(0);
  let reached = cells;
  for (let step = 0; step <= areaLimits.featherCells; step++) {
    const value = Math.round((255 * (areaLimits.featherCells + 1 - step)) / (areaLimits.featherCells + 1));
    for (let i = 0; i < target.length; i++) if (reached[i] && target[i] === 0) target[i] = value;
    if (step < areaLimits.featherCells) reached = dilate(reached, grid, 1);
  }
}

/** What replaces a frame's own samples, and how much of it. */
interface Substitute {
  readonly source: IntegerImage;
  /** By {@link shareGrid}. */
  readonly share: U8;
  readonly grid: Grid & { readonly factor: number };
  /** From the source's display values to the target's, channel by channel. */
  readonly mappings: readonly ((value: number) => number)[];
  /** Whether the target is the darker exposure. */
  readonly darker: boolean;
}

/** Shows what one frame saw in another one, brought to the exposure of that. Writes into `target`, its samples. */
export async function substitute(
  target: U8 | U16,
  { source, share, grid, mappings, darker }: Substitute,
  context: StageContext,
): Promise<void> {
  const entries = source.data instanceof Uint8Array ? 256 : 65536;
  const table = target instanceof Uint8Array ? context.memory.u8(entries * 3) : context.memory.u16(entries * 3);
  const max = maxValueOf(target);
  for (const [c, map] of mappings.entries()) {
    for (let i = 0; i < entries; i++) {
      table[c * entries + i] = Math.round(max * map(i / (entries - 1)));
    }
  }
  const { width, height, data } = source;
  const { width: gridWidth, height: gridHeight, factor } = grid;
  const wrapX = grid.wrapX ? 1 : 0;
  const whiteFrom = Math.round((darker ? shownFrame.whitening : 1) * (entries - 1)) - (darker ? 0 : 1);
  const args = {
    source: data,
    target,
    table,
    share,
    whiteFrom,
    width,
    height,
    gridWidth,
    gridHeight,
    factor,
    wrapX,
  } as const;
  await context.kernels.run("deghostBlend", args, height);
  context.memory.release(table);
}

/** The mappings of all channels between two frames. */
export function channelMappings(maps: readonly Mapping[], from: number, to: number): ((value: number) => number)[] {
  return maps.map((map) => (value: number) => map(from, to, value));
}
