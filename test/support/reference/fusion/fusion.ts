import type { U8, U16 } from "../../../../src/image/index.ts";
import type {
  FusionCollapseArgs,
  FusionExpandArgs,
  FusionReduceArgs,
} from "../../../../src/kernels/declarations/fusion.ts";
import { expand, half, type Plane, reduce, reflect101 } from "../copies/pyramid-rows.ts";
import { pollCancel } from "../poll-cancel.ts";

const colorOne = 255 * 128;
const weightOne = 32767;
const resultOne = 255 * 64;
const resultZero = resultOne / 2;
/** Keeps the sum of weights positive if no frame shows anything. */
const weightFloor = 1e-12;

/** Red, green, blue and weight, 1.0 = full scale. */
type FramePlanes = readonly Plane[];

export function fusionReduce(args: FusionReduceArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  pollCancel(cancel);
  weightedFrames(args).forEach((frame, i) => {
    frame.forEach((plane, index) => {
      const { width, height, data } = reduceTimes(plane, args.levels);
      const one = index === 3 ? weightOne : colorOne;
      for (let at = rowBegin * width; at < rowEnd * width; at++) {
        args.targets[i][index * width * height + at] = data[at] * one + 0.5;
      }
    });
  });
}

export function fusionCollapse(args: FusionCollapseArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { levels, target, width, height, depth } = args;
  const area = width * height;
  for (let index = rowBegin; index < rowEnd; index++) {
    pollCancel(cancel);
    let fine = levels.map((level) => ({
      color: planeOf(level, index, width, height, 0, colorOne),
      weight: planeOf(level, 3, width, height, 0, weightOne),
    }));
    const pyramid = [fine];
    for (let i = 0; i < depth; i++) {
      fine = fine.map(({ color, weight }) => ({ color: reduce(color), weight: reduce(weight) }));
      pyramid.push(fine);
    }
    let result: Plane | undefined;
    for (let i = depth; i >= 0; i--) {
      const coarser = pyramid[i + 1]?.map(({ color }) => color);
      result = blendLevel(pyramid[i], coarser, result);
    }
    for (let i = 0; i < area; i++) {
      const value = resultZero + (result?.data[i] ?? 0) * resultOne;
      target[index * area + i] = Math.min(2 * resultOne, Math.max(0, value)) + 0.5;
    }
  }
}

export function fusionExpand(args: FusionExpandArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { width, height, levels, stored = [], result, target } = args;
  const frames = weightedFrames(args);
  const last = { width: sizeAt(width, levels), height: sizeAt(height, levels) };
  for (let index = 0; index < 3; index++) {
    pollCancel(cancel);
    const pyramid = [frames.map((frame) => ({ color: frame[index], weight: frame[3] }))];
    for (let i = 1; i < levels; i++) {
      pyramid.push(pyramid[i - 1].map(({ color, weight }) => ({ color: reduce(color), weight: reduce(weight) })));
    }
    let sum = result && levels > 0 ? planeOf(result, index, last.width, last.height, resultZero, resultOne) : undefined;
    for (let i = Math.max(0, levels - 1); i >= 0; i--) {
      const kept = stored.map((level) => planeOf(level, index, last.width, last.height, 0, colorOne));
      const coarser = levels === 0 ? undefined : (pyramid[i + 1]?.map(({ color }) => color) ?? kept);
      sum = blendLevel(pyramid[i], coarser, sum);
    }
    for (let i = rowBegin * width; i < rowEnd * width; i++) {
      target[i * 3 + index] = Math.min(1, Math.max(0, sum?.data[i] ?? 0)) * 65535 + 0.5;
    }
  }
}

function sizeAt(size: number, level: number): number {
  return level === 0 ? size : sizeAt(half(size), level - 1);
}

function reduceTimes(plane: Plane, times: number): Plane {
  return times === 0 ? plane : reduceTimes(reduce(plane), times - 1);
}

/** expand(result) + Σ weight · (color − expand(coarser color)). */
function blendLevel(
  frames: readonly { readonly color: Plane; readonly weight: Plane }[],
  coarser: readonly Plane[] | undefined,
  result: Plane | undefined,
): Plane {
  const { width, height } = frames[0].color;
  const data = new Float64Array(width * height);
  if (result) data.set(expand(result, width, height).data);
  frames.forEach(({ color, weight }, frame) => {
    const expanded = coarser ? expand(coarser[frame], width, height).data : undefined;
    for (let i = 0; i < data.length; i++) data[i] += weight.data[i] * (color.data[i] - (expanded?.[i] ?? 0));
  });
  return { width, height, data };
}

function planeOf(samples: U16, index: number, width: number, height: number, zero: number, one: number): Plane {
  const plane = samples.subarray(index * width * height, (index + 1) * width * height);
  return { width, height, data: Float64Array.from(plane, (value) => (value - zero) / one) };
}

function weightedFrames(input: FusionReduceArgs | FusionExpandArgs): FramePlanes[] {
  const { width, height } = input;
  const colors = input.frames.map((frame) => [0, 1, 2].map((channel) => colorPlane(frame, channel, width, height)));
  const weights = colors.map((planes) => qualityOf(planes, input));
  const sum = new Float64Array(width * height);
  for (const weight of weights) for (let i = 0; i < sum.length; i++) sum[i] += weight[i];
  return colors.map((planes, i) => [...planes, { width, height, data: weights[i].map((value, j) => value / sum[j]) }]);
}

function colorPlane(frame: U8 | U16, channel: number, width: number, height: number): Plane {
  const one = frame instanceof Uint8Array ? 255 : 65535;
  const data = Float64Array.from({ length: width * height }, (_, i) => frame[i * 3 + channel] / one);
  return { width, height, data };
}

/**
 * Product of contrast, saturation and well-exposedness of each pixel, each with its exponent, and a floor so that the
 * sum is not 0.
 */
function qualityOf([red, green, blue]: readonly Plane[], input: FusionReduceArgs | FusionExpandArgs): Float64Array {
  const { width, height } = red;
  const gray = Float64Array.from(red.data, (r, i) => 0.299 * r + 0.587 * green.data[i] + 0.114 * blue.data[i]);
  const quality = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = reflect101(y - 1, height) * width;
    const down = reflect101(y + 1, height) * width;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const beside = gray[y * width + reflect101(x - 1, width)] + gray[y * width + reflect101(x + 1, width)];
      const contrast = Math.abs(gray[up + x] + gray[down + x] + beside - 4 * gray[i]);
      const { saturation, exposedness } = measuresAt(red.data[i], green.data[i], blue.data[i]);
      const measures = contrast ** input.contrastWeight * saturation ** input.saturationWeight;
      quality[i] = measures * exposedness ** input.exposednessWeight + weightFloor;
    }
  }
  return quality;
}

function measuresAt(red: number, green: number, blue: number): { saturation: number; exposedness: number } {
  const channels = [red, green, blue];
  const mean = (red + green + blue) / 3;
  const saturation = Math.hypot(...channels.map((value) => value - mean));
  const square = channels.reduce((sum, value) => sum + (value - 0.5) ** 2, 0);
  return { saturation, exposedness: Math.exp(-square / (2 * 0.2 ** 2)) };
}
