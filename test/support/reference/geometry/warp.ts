import { decodeSrgb, encodeSrgb, type F32 } from "../../../../src/image/index.ts";
import type { WarpArgs } from "../../../../src/kernels/declarations/geometry/warp.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Bilinear value at target pixel (x, y) of a grid with `stride` floats a node, of the float at `offset`. */
function gridAt(grid: F32, args: WarpArgs, stride: number, offset: number, x: number, y: number): number {
  const { gridStep, nodesX } = args;
  const [i, j] = [Math.floor(x / gridStep), Math.floor(y / gridStep)];
  const [tx, ty] = [(x - i * gridStep) / gridStep, (y - j * gridStep) / gridStep];
  const node = (column: number, row: number): number => grid[(row * nodesX + column) * stride + offset];
  const left = node(i, j) + (node(i, j + 1) - node(i, j)) * ty;
  const right = node(i + 1, j) + (node(i + 1, j + 1) - node(i + 1, j)) * ty;
  return left + (right - left) * tx;
}

/** Keys' weights of the taps at −1, 0, 1, 2 for a position t past tap 0. */
function cubicWeights(t: number): readonly [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2];
}

function clampPosition(position: number, size: number): number {
  return Number.isNaN(position) ? -2 : Math.min(Math.max(position, -2), size + 1);
}

function sampleAt(args: WarpArgs, channel: number, gridX: number, gridY: number): number {
  const { source, sourceWidth: width, sourceHeight: height } = args;
  const x = clampPosition(args.wrapX ? gridX - Math.floor(gridX / width) * width : gridX, width);
  const y = clampPosition(gridY, height);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [wx, wy] = [cubicWeights(x - left), cubicWeights(y - top)];
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const row = Math.min(Math.max(top + j - 1, 0), height - 1) * width;
    for (let i = 0; i < 4; i++) {
      const column = left + i - 1;
      const inside = args.wrapX ? (column + 2 * width) % width : Math.min(Math.max(column, 0), width - 1);
      sum += source[(row + inside) * 3 + channel] * wx[i] * wy[j];
    }
  }
  return sum;
}

/**
 * A linear-light gain on a display value; values above 1 stay above (the store clips), below 0 they are 0 or their
 * multiple.
 */
function gainDisplay(value: number, gain: number): number {
  return encodeSrgb(decodeSrgb(value) * gain);
}

export function warp(args: WarpArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, targetWidth, grid, gain, mapChannels } = args;
  const sourceMax = source instanceof Uint8Array ? 255 : 65535;
  const targetMax = target instanceof Uint8Array ? 255 : 65535;
  const clampedGain = gain?.map((factor) => Math.min(Math.max(factor, 0.5), 16)) as F32 | undefined;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < targetWidth; x++) {
      const factor = clampedGain ? gridAt(clampedGain, args, 1, 0, x, y) : 1;
      for (let c = 0; c < 3; c++) {
        const offset = mapChannels === 3 ? c * 2 : 0;
        const stride = mapChannels * 2;
        const gridX = gridAt(grid, args, stride, offset, x, y);
        const gridY = gridAt(grid, args, stride, offset + 1, x, y);
        const display = sampleAt(args, c, gridX, gridY) / sourceMax;
        const lit = clampedGain ? gainDisplay(display, factor) : display;
        target[(y * targetWidth + x) * 3 + c] = Math.min(Math.max(Math.floor(lit * targetMax + 0.5), 0), targetMax);
      }
    }
  }
}
