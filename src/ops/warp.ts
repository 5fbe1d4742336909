import type { F32, IntegerImage, PixelMemory, Point } from "../image/index.ts";
import type { Tools } from "./tools.ts";

/**
 * Distance between a grid's nodes, in target pixels: bilinear interpolation errs by less than 0.02 px on real lenses.
 */
const defaultGridStep = 16;

/**
 * Source positions, in pixels, for a target of width × height: nodesX × nodesY × mapChannels × (x, y), as the warp
 * kernel reads them. The caller can release `positions` and `gain` after use.
 */
export interface WarpGrid {
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly nodesX: number;
  readonly nodesY: number;
  readonly mapChannels: 1 | 3;
  readonly positions: F32;
  /** Factor on linear light at each node, applied after resampling. */
  readonly gain?: F32;
}

/**
 * The functions that {@link buildGrid} samples at every node, in target pixels; `channel` is 0, 1 or 2 (always 0 if
 * channels share a map).
 */
export interface WarpMap {
  readonly sourceOf: (x: number, y: number, channel: number) => Point;
  /** 3 if red, green and blue come from different positions. Default 1. */
  readonly mapChannels?: 1 | 3;
  /** Gain on linear light of a target pixel. Default: none. */
  readonly gainOf?: (x: number, y: number) => number;
}

/** Samples a map at the nodes of a target of width × height, every `step` (1 to 64) pixels. */
export function buildGrid(
  width: number,
  height: number,
  map: WarpMap,
  memory: PixelMemory,
  step = defaultGridStep,
): WarpGrid {
  const nodesX = Math.floor((width - 1) / step) + 2;
  const nodesY = Math.floor((height - 1) / step) + 2;
  const { sourceOf, mapChannels = 1, gainOf } = map;
  const positions = memory.f32(nodesX * nodesY * mapChannels * 2);
  const gain = gainOf && memory.f32(nodesX * nodesY);
  for (let j = 0, at = 0; j < nodesY; j++) {
    for (let i = 0; i < nodesX; i++) {
      for (let channel = 0; channel < mapChannels; channel++) {
        const { x, y } = sourceOf(i * step, j * step, channel);
        positions[at++] = x;
        positions[at++] = y;
      }
      if (gain && gainOf) gain[j * nodesX + i] = gainOf(i * step, j * step);
    }
  }
  return { width, height, step, nodesX, nodesY, mapChannels, positions, ...(gain && { gain }) };
}

/**
 * Resamples the picture once through a grid: grid.width × grid.height RGB, with the sample type of `image`. Positions
 * outside read the edge's colour; `wrapX` continues a 360° picture at its other side.
 */
export async function warpImage(
  image: IntegerImage,
  grid: WarpGrid,
  tools: Tools,
  options: { wrapX?: boolean } = {},
): Promise<IntegerImage> {
  const { width, height } = grid;
  const length = width * height * 3;
  const target = image.data instanceof Uint8Array ? tools.memory.u8(length) : tools.memory.u16(length);
  await warpInto(image, grid, target, tools, options);
  return { width, height, channels: 3, data: target, space: image.space };
}

/** {@link warpImage} into existing samples, for example a band of rows of a larger picture. */
export async function warpInto(
  image: IntegerImage,
  grid: WarpGrid,
  target: IntegerImage["data"],
  tools: Tools,
  { wrapX = false }: { wrapX?: boolean } = {},
): Promise<void> {
  const args = {
    source: image.data,
    target,
    sourceWidth: image.width,
    sourceHeight: image.height,
    targetWidth: grid.width,
    targetHeight: grid.height,
    grid: grid.positions,
    gridStep: grid.step,
    nodesX: grid.nodesX,
    nodesY: grid.nodesY,
    mapChannels: grid.mapChannels,
    gain: grid.gain,
    wrapX: wrapX ? 1 : 0,
  } as const;
  await tools.kernels.run("warp", args, grid.height);
}
