import {
  applyHomography,
  type F32,
  type Homography,
  type IntegerImage,
  type PixelMemory,
  type Point,
} from "../image/index.ts";
import { type SmallImage, shrinkToEdge, type Tools } from "./shrink.ts";

/**
 * Weights of a sphere's rows in measurements over the whole sphere, mean 1: the areas that they cover. Undefined for a
 * flat picture, whose rows have equal weights.
 */
export function rowAreas(height: number, wrapX: boolean): Float32Array | undefined {
  if (!wrapX) return undefined;
  // The sines at these positions sum to 1 / sin(π / 2h).
  const toMean = height * Math.sin(Math.PI / (2 * height));
  return Float32Array.from({ length: height }, (_, y) => toMean * roundness(y, height));
}

/** The columns to the left and right of one, clamped at the edges or around the circle. */
export function columnsBeside(x: number, width: number, wrapX: boolean): [number, number] {
  if (wrapX) return [x > 0 ? x - 1 : width - 1, x + 1 < width ? x + 1 : 0];
  return [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
}

/** Length of a row's circle relative to the equator's. */
export function roundness(y: number, height: number): number {
  return Math.sin((Math.PI * (y + 0.5)) / height);
}

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

/** A smaller copy of a picture. The caller releases the pixels. */
export interface MovedCopy {
  /** 16 bits. */
  readonly image: IntegerImage;
  /** Pixels of the picture for one of the copy, along each axis. */
  readonly factor: number;
}

/**
 * A copy of a frame, with a longer edge of at most `edgePx`, as seen from another position: `motion` maps pixels seen
 * from there to those of the frame.
 */
export async function movedCopy(
  frame: IntegerImage,
  motion: Homography,
  edgePx: number,
  tools: Tools,
): Promise<MovedCopy> {
  const { memory } = tools;
  const small = await shrinkToEdge(frame, edgePx, tools);
  const { width, height, factor } = small;
  const copy = inIntegers(small, tools);
  memory.release(small.data);
  // The centre of a copy's pixel is the centre of the square of pixels that it averages.
  const toFrame = (at: number) => (at + 0.5) * factor - 0.5;
  const toCopy = (at: number) => (at + 0.5) / factor - 0.5;
  const sourceOf = (x: number, y: number) => {
    const at = applyHomography(motion, toFrame(x), toFrame(y));
    return { x: toCopy(at.x), y: toCopy(at.y) };
  };
  const grid = buildGrid(width, height, { sourceOf }, memory);
  const image = await warpImage(copy, grid, tools);
  memory.release(grid.positions);
  memory.release(copy.data);
  return { image, factor };
}

function inIntegers({ width, height, channels, data, space }: SmallImage, { memory }: Tools): IntegerImage {
  const target = memory.u16(data.length);
  for (let i = 0; i < data.length; i++) target[i] = Math.min(1, Math.max(0, data[i])) * 65535 + 0.5;
  return { width, height, channels, data: target, space };
}
