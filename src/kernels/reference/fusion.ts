import type { F32, I16, U8, U16 } from "../../image/index.ts";
import { blockPosition, readBlocks } from "./block-grid.ts";
import { pollCancel } from "./poll-cancel.ts";
import { expand, half, type Plane, reduce, reflect101 } from "./pyramid-rows.ts";

/**
 * What both full-size passes of the fusion read: frames of width × height × 3 display values and how they are weighted. Without
 * `structure`: Mertens' three measures with their exponents. With it, one map a frame of local variances (`mapWidth` × `mapHeight`
 * blocks of `mapFactor` pixels): structure · saturation · well-exposedness, plus a small weight for well-exposed luma alone.
 */
interface FusionInput {
  readonly frames: readonly (U8 | U16)[];
  readonly width: number;
  readonly height: number;
  readonly structure?: readonly F32[];
  readonly mapWidth?: number;
  readonly mapHeight?: number;
  readonly mapFactor?: number;
  readonly contrastWeight: number;
  readonly saturationWeight: number;
  readonly exposednessWeight: number;
}

/**
 * Weights of all frames, normalised, and from them and the frames level 2 of every Gaussian pyramid. `targets[i]` is 4 planes
 * (red, green, blue, weight), each side halved twice rounding up, 65535 = 1.0. Rows are level-2 rows. Needs min(width, height) ≥ 4.
 */
export interface FusionReduceArgs extends FusionInput {
  readonly targets: readonly U16[];
}

/**
 * One level of the fused Laplacian pyramid, collapsed at once: target = expand(coarserTarget) + Σ weight · (frame − expand(coarser
 * frame)); at the coarsest level (`coarser` empty) target = Σ weight · frame. Levels hold 4 planes (red, green, blue, weight),
 * 65535 = 1.0; targets 3 planes, 8192 = 1.0. Rows are the target's.
 */
export interface FusionBlendArgs {
  readonly levels: readonly U16[];
  readonly coarser: readonly U16[];
  readonly target: I16;
  readonly coarserTarget?: I16;
  readonly width: number;
  readonly height: number;
}

/**
 * The two finest levels in one go: weights and level 1 are made again from the frames (cheaper than keeping them), blended with
 * `quarters` (level 2 as fusionReduce wrote it) and `quarterResult` (level 2 as fusionBlend wrote it), both needed only when the
 * pyramid has at least 2 `levels`. `target` is interleaved, display values from −headroom (0) to 1 + headroom (65535), clipped there. Rows are the
 * target's.
 */
export interface FusionExpandArgs extends FusionInput {
  readonly quarters?: readonly U16[];
  readonly quarterResult?: I16;
  readonly target: U16;
  readonly levels: number;
  readonly headroom: number;
}

/** Red, green and blue of a frame, 1.0 = full scale. */
type FrameColors = readonly [Plane, Plane, Plane];

/** The colours and the weight. */
type FramePlanes = readonly [Plane, Plane, Plane, Plane];

export function fusionReduce(args: FusionReduceArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  pollCancel(cancel);
  weightedFrames(args).forEach((frame, i) => {
    frame.forEach((plane, index) => {
      const { width, height, data } = reduce(reduce(plane));
      for (let y = rowBegin; y < rowEnd; y++) {
        for (let x = 0; x < width; x++) {
          args.targets[i][(index * height + y) * width + x] = data[y * width + x] * 65535 + 0.5;
        }
      }
    });
  });
}

export function fusionBlend(args: FusionBlendArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { width, height, levels, coarser, target, coarserTarget } = args;
  const area = width * height;
  const coarse = { width: half(width), height: half(height) };
  for (let index = 0; index < 3; index++) {
    pollCancel(cancel);
    const weighted = levels.map((level, i) => ({
      weight: planeOf(level, 3, { width, height }, 65535),
      fine: planeOf(level, index, { width, height }, 65535),
      ...(coarser.length > 0 ? { coarse: planeOf(coarser[i], index, coarse, 65535) } : {}),
    }));
    const base = coarserTarget && coarser.length > 0 ? planeOf(coarserTarget, index, coarse, 8192) : undefined;
    const sum = blendLevel(weighted, base, width, height);
    for (let i = rowBegin * width; i < rowEnd * width; i++) {
      target[index * area + i] = Math.floor(Math.min(32767, Math.max(-32768, sum[i] * 8192)) + 0.5);
    }
  }
}

export function fusionExpand(args: FusionExpandArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { width, height, levels, quarters = [], quarterResult, target, headroom } = args;
  const frames = weightedFrames(args);
  const halves = levels >= 1 ? frames.map((frame) => frame.map(reduce)) : [];
  const quarter = { width: half(half(width)), height: half(half(height)) };
  for (let index = 0; index < 3; index++) {
    pollCancel(cancel);
    let base: Plane | undefined;
    if (levels >= 1) {
      const weighted = halves.map((frame, i) => ({
        weight: frame[3],
        fine: frame[index],
        ...(levels >= 2 ? { coarse: planeOf(quarters[i], index, quarter, 65535) } : {}),
      }));
      const coarser = levels >= 2 && quarterResult ? planeOf(quarterResult, index, quarter, 8192) : undefined;
      const size = { width: half(width), height: half(height) };
      base = { ...size, data: blendLevel(weighted, coarser, size.width, size.height) };
    }
    const finest = frames.map((frame, i) => ({
      weight: frame[3],
      fine: frame[index],
      ...(levels >= 1 ? { coarse: halves[i][index] } : {}),
    }));
    const sum = blendLevel(finest, base, width, height);
    for (let i = rowBegin * width; i < rowEnd * width; i++) {
      target[i * 3 + index] = Math.min(1, Math.max(0, (sum[i] + headroom) / (1 + 2 * headroom))) * 65535 + 0.5;
    }
  }
}

interface WeightedPlane {
  readonly weight: Plane;
  readonly fine: Plane;
  readonly coarse?: Plane;
}

/** expand(base) + Σ weight · (fine − expand(coarse)). */
function blendLevel(
  frames: readonly WeightedPlane[],
  base: Plane | undefined,
  width: number,
  height: number,
): Float64Array {
  const sum = new Float64Array(width * height);
  if (base) sum.set(expand(base, width, height).data);
  for (const { weight, fine, coarse } of frames) {
    const expanded = coarse ? expand(coarse, width, height).data : undefined;
    for (let i = 0; i < sum.length; i++) sum[i] += weight.data[i] * (fine.data[i] - (expanded ? expanded[i] : 0));
  }
  return sum;
}

function planeOf(samples: U16 | I16, index: number, size: { width: number; height: number }, one: number): Plane {
  const area = size.width * size.height;
  return {
    ...size,
    data: Float64Array.from(samples.subarray(index * area, (index + 1) * area), (value) => value / one),
  };
}

function weightedFrames(input: FusionInput): FramePlanes[] {
  const { width, height } = input;
  const colors = input.frames.map((frame) => colorPlanes(frame, width, height));
  const weights = colors.map((frame, i) => (input.structure ? structureOf(frame, i, input) : qualityOf(frame, input)));
  const sum = new Float64Array(width * height);
  for (const weight of weights)
    weight.forEach((value, i) => {
      sum[i] += value;
    });
  return colors.map(([red, green, blue], i) => [
    red,
    green,
    blue,
    { width, height, data: weights[i].map((value, j) => value / sum[j]) },
  ]);
}

function colorPlanes(frame: U8 | U16, width: number, height: number): FrameColors {
  const one = frame instanceof Uint8Array ? 255 : 65535;
  const plane = (channel: number): Plane => {
    const data = new Float64Array(width * height);
    for (let i = 0; i < data.length; i++) data[i] = frame[i * 3 + channel] / one;
    return { width, height, data };
  };
  return [plane(0), plane(1), plane(2)];
}

/** Contrast · saturation · well-exposedness of every pixel (Mertens, Kautz, Van Reeth 2007, section 3.1), each to its exponent. */
function qualityOf([red, green, blue]: FrameColors, input: FusionInput): Float64Array {
  const { width, height } = input;
  const gray = Float64Array.from(red.data, (r, i) => 0.299 * r + 0.587 * green.data[i] + 0.114 * blue.data[i]);
  const quality = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = reflect101(y - 1, height) * width;
    const down = reflect101(y + 1, height) * width;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const beside = gray[y * width + reflect101(x - 1, width)] + gray[y * width + reflect101(x + 1, width)];
      const contrast = Math.abs(gray[up + x] + gray[down + x] + beside - 4 * gray[i]);
      const channels = [red.data[i], green.data[i], blue.data[i]];
      const mean = (channels[0] + channels[1] + channels[2]) / 3;
      const saturation = Math.hypot(...channels.map((value) => value - mean));
      const distance = channels.reduce((total, value) => total + (value - 0.5) ** 2, 0);
      quality[i] =
        contrast ** input.contrastWeight *
          saturation ** input.saturationWeight *
          Math.exp(-distance / (2 * 0.2 ** 2)) ** input.exposednessWeight +
        1e-12;
    }
  }
  return quality;
}

/** Weights from the structure maps, which are read linearly between the centres of their blocks. */
function structureOf([red, green, blue]: FrameColors, frame: number, input: FusionInput): Float64Array {
  const { width, height, structure = [], mapWidth = 1, mapHeight = 1, mapFactor = 1 } = input;
  const map = structure[frame];
  const quality = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const v = blockPosition(y, mapFactor, mapHeight);
    for (let x = 0; x < width; x++) {
      const u = blockPosition(x, mapFactor, mapWidth);
      const i = y * width + x;
      const channels = [red.data[i], green.data[i], blue.data[i]];
      const mean = (channels[0] + channels[1] + channels[2]) / 3;
      const saturation = Math.hypot(...channels.map((value) => value - mean));
      const distance = channels.reduce((total, value) => total + (value - 0.5) ** 2, 0);
      const luma = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2];
      quality[i] =
        readBlocks(map, 0, mapWidth, u, v) * saturation * Math.exp(-distance / 0.08) +
        1e-5 * Math.exp((-4 * (luma - 0.5) ** 2) / 0.08) +
        1e-12;
    }
  }
  return quality;
}
