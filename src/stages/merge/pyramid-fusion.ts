import type { F32, I16, IntegerImage, U16 } from "../../image/index.ts";
import type { KernelArgs } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";

export interface Level {
  readonly width: number;
  readonly height: number;
}

/** How frames are weighted per pixel; see the fusion kernels. */
export interface FusionSettings {
  readonly contrastWeight: number;
  readonly saturationWeight: number;
  readonly exposednessWeight: number;
  readonly structure?: readonly F32[];
  readonly mapWidth?: number;
  readonly mapHeight?: number;
  readonly mapFactor?: number;
  /** The result holds display values from −headroom (0) to 1 + headroom (65535). */
  readonly headroom: number;
}

type FusionInput = Omit<KernelArgs["fusionReduce"], "targets">;

/**
 * Blends the frames' Laplacian pyramids by the Gaussian pyramids of their weights and collapses them (Mertens, Kautz, Van Reeth
 * 2007, eq. 6). Full depth, ⌊log2 min(width, height)⌋ levels, as OpenCV's MergeMertens. Only levels 2 and coarser are kept; the two
 * finest are made row by row.
 */
export async function fusePyramids(
  frames: readonly IntegerImage[],
  settings: FusionSettings,
  context: StageContext,
): Promise<IntegerImage> {
  const { kernels, memory } = context;
  const { width, height } = frames[0];
  const levels = pyramidLevels(width, height);
  const { headroom, ...weights } = settings;
  const input = { frames: frames.map((frame) => frame.data), width, height, ...weights };
  const depth = levels.length - 1;
  const target = memory.u16(width * height * 3);
  if (depth < 2) {
    await kernels.run("fusionExpand", { ...input, target, levels: depth, headroom }, height);
    return { width, height, channels: 3, data: target, space: "srgb" };
  }
  const pyramids = await reduceFrames(input, levels, context);
  const quarterResult = await collapse(pyramids, levels, context);
  const quarters = pyramids[2];
  await kernels.run("fusionExpand", { ...input, quarters, quarterResult, target, levels: depth, headroom }, height);
  for (const level of quarters) memory.release(level);
  memory.release(quarterResult);
  return { width, height, channels: 3, data: target, space: "srgb" };
}

/** Sizes of all levels, finest first. */
function pyramidLevels(width: number, height: number): Level[] {
  const levels: Level[] = [{ width, height }];
  const depth = Math.floor(Math.log2(Math.min(width, height)));
  for (let i = 0; i < depth; i++)
    levels.push({ width: (levels[i].width + 1) >> 1, height: (levels[i].height + 1) >> 1 });
  return levels;
}

/** Gaussian pyramids from level 2 up: result[level][frame] holds 4 planes (red, green, blue, weight). */
async function reduceFrames(
  input: FusionInput,
  levels: readonly Level[],
  { kernels, memory }: StageContext,
): Promise<U16[][]> {
  const allocate = (level: Level) => input.frames.map(() => memory.u16(level.width * level.height * 4));
  const pyramids: U16[][] = [[], [], allocate(levels[2])];
  await kernels.run("fusionReduce", { ...input, targets: pyramids[2] }, levels[2].height, 32);
  for (let i = 3; i < levels.length; i++) {
    const targets = allocate(levels[i]);
    const { width, height } = levels[i - 1];
    const rows = levels[i].height * 4;
    const reduceOne = (target: U16, frame: number) => {
      const args = { source: pyramids[i - 1][frame], target, width, height, planes: 4 };
      return kernels.run("reducePlanes", args, rows, rows);
    };
    await Promise.all(targets.map(reduceOne));
    pyramids.push(targets);
  }
  return pyramids;
}

/** Blends and collapses from the coarsest level down to level 2, releasing every level behind it; returns level 2, 3 planes. */
async function collapse(
  pyramids: readonly U16[][],
  levels: readonly Level[],
  { kernels, memory }: StageContext,
): Promise<I16> {
  let result: I16 | undefined;
  for (let i = levels.length - 1; i >= 2; i--) {
    const { width, height } = levels[i];
    const target = memory.i16(width * height * 3);
    const coarser = pyramids[i + 1] ?? [];
    const args = { levels: pyramids[i], coarser, target, width, height, ...(result ? { coarserTarget: result } : {}) };
    await kernels.run("fusionBlend", args, height);
    for (const level of coarser) memory.release(level);
    if (result) memory.release(result);
    result = target;
  }
  if (!result) throw new RangeError("a pyramid of two levels has no level 2");
  return result;
}
