import type { F32, Mosaic, PixelMemory, RawOpcode, U16 } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { applyOpcode, changesRawData, changesSamples } from "./opcodes.ts";
import { pedestal } from "./params.ts";

/**
 * Samples with one level for each colour: `(v − black[c]) / (white[c] − black[c])` is light, 1 where the sensor clips.
 */
interface LevelledSamples {
  readonly data: U16;
  readonly black: readonly [number, number, number];
  readonly white: readonly [number, number, number];
}

/**
 * Subtracts position-dependent black levels and applies the corrections before demosaicing (opcode lists 1 and 2). If
 * the file has neither, the result is the mosaic's own `data`; otherwise a copy, which the caller releases.
 */
export async function levelSamples(mosaic: Mosaic, context: StageContext): Promise<LevelledSamples> {
  const { data, width, height, black, white, blackPattern } = mosaic;
  const opcodes = (mosaic.opcodes ?? []).filter(changesSamples);
  const asRead = opcodes.filter((one) => one.list === 1 && changesRawData(one));
  const before = opcodes.filter((one) => one.list !== 3 && !asRead.includes(one));
  if (!blackPattern && asRead.length === 0 && before.length === 0) return { data, black, white };
  const target = context.memory.u16(data.length);
  target.set(data);
  const samples = mosaic.pattern ? 1 : 3;
  await applyAll(asRead, { data: target, width, height, samples, pedestal: 0 }, mosaic, context);
  const args = levelArgs(mosaic, samples, context.memory);
  await context.kernels.run("rawLevels", { source: target, target, ...args, width, height, samples, pedestal }, height);
  for (const view of [args.levels, args.scales, args.columns, args.rows]) context.memory.release(view);
  await applyAll(before, { data: target, width, height, samples, pedestal }, mosaic, context);
  return { data: target, black: [pedestal, pedestal, pedestal], white: [65535, 65535, 65535] };
}

async function applyAll(
  opcodes: readonly RawOpcode[],
  frame: Parameters<typeof applyOpcode>[1],
  { pattern }: Mosaic,
  context: StageContext,
): Promise<void> {
  for (const opcode of opcodes) {
    throwIfCancelled(context, "decode");
    await applyOpcode(opcode, { ...frame, ...(pattern && { pattern }) }, context);
  }
}

/**
 * Levels and scales for every position of a cell that is a multiple of both the black pattern and the colour filter.
 */
function levelArgs(
  { width, height, pattern, black, white, blackPattern }: Mosaic,
  samples: number,
  memory: PixelMemory,
) {
  const own = blackPattern ?? { width: 1, height: 1, levels: undefined };
  const cellWidth = minCommonMultiple(own.width, pattern?.width ?? 1);
  const cellHeight = minCommonMultiple(own.height, pattern?.height ?? 1);
  const levels = memory.f32(cellWidth * cellHeight * samples);
  const scales = memory.f32(levels.length);
  for (let i = 0; i < levels.length; i++) {
    const [x, y] = [Math.floor(i / samples) % cellWidth, Math.floor(i / samples / cellWidth)];
    const color = pattern ? pattern.colors[(y % pattern.height) * pattern.width + (x % pattern.width)] : i % samples;
    const place = ((y % own.height) * own.width + (x % own.width)) * samples + (i % samples);
    levels[i] = own.levels?.[place] ?? black[color];
    scales[i] = (65535 - pedestal) / Math.max(1, white[color] - levels[i]);
  }
  const columns = deltas(memory, width, blackPattern?.columns);
  const rows = deltas(memory, height, blackPattern?.rows);
  return { levels, scales, columns, rows, cellWidth, cellHeight };
}

function deltas(memory: PixelMemory, length: number, values: readonly number[] | undefined): F32 {
  const view = memory.f32(length);
  view.fill(0);
  if (values) view.set(values.slice(0, length));
  return view;
}

function minCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
