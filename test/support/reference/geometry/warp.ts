import { decodeSrgb, encodeSrgb, type F32 } from "../../../../src/image/index.ts";
import type { WarpArgs } from "../../../../src/kernels/declarations/geometry.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Bilinear value at target pixel (x, y) of the float at `offset` in a grid with `stride` floats for each node. */
function gridAt(grid: F32, args: WarpArgs, stride: number, offset: number, x: number, y: number): number {
  const { gridStep, nodesX } = args;
  const [i, j] = [Math.floor(x / gridStep), Math.floor(y / gridStep)];
  const [tx, ty] = [(x - i * gridStep) / gridStep, (y - j * gridStep) / gridStep];
  const node = (column: number, row: number): number => grid[(row * nodesX + column) * stride + offset];
  const left = node(i, j) + (node(i, j + 1) - node(i, j)) * ty;
  const right = node(i + 1, j) + (node(i + 1, j + 1) - node(i + 1, j)) * ty;
  return left + (right - left) * tx;
}

const lobes = 4;
const phases = 1024;

/** sin πx / πx. */
function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Lanczos weights of the taps at −3 to 4 for a position t after tap 0; they sum to 1 and preserve ramps. */
function lanczosWeights(t: number): readonly number[] {
  const taps = Array.from({ length: 2 * lobes }, (_, i) => i - lobes + 1);
  const raw = taps.map((tap) => (Number.isInteger(t) ? Number(tap === t) : sinc(tap - t) * sinc((tap - t) / lobes)));
  const sum = raw.reduce((total, weight) => total + weight, 0);
  const place = raw.reduce((total, weight, i) => total + (weight / sum) * taps[i], 0);
  return raw.map((weight, i) => weight / sum + (taps[i] === 0 ? place - t : taps[i] === 1 ? t - place : 0));
}

const weightsOfPhases = Array.from({ length: phases + 1 }, (_, phase) => lanczosWeights(phase / phases));

/** Clamps positions that are NaN or far beyond an edge. */
function soundPosition(position: number, low: number, high: number): number {
  return Number.isNaN(position) ? low : Math.min(Math.max(position, low), high);
}

function sampleAt(args: WarpArgs, channel: number, gridX: number, gridY: number): number {
  const { source, sourceWidth: width, sourceHeight: height } = args;
  const far = 2 ** 23;
  const x = args.wrapX ? soundPosition(gridX, -far, far) : soundPosition(gridX, -2 * lobes, width + 2 * lobes);
  const y = soundPosition(gridY, -2 * lobes, height + 2 * lobes);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const weightsAt = (part: number) => weightsOfPhases[Math.floor(part * phases + 0.5)];
  const [wx, wy] = [weightsAt(x - left), weightsAt(y - top)];
  let sum = 0;
  for (let j = 0; j < 2 * lobes; j++) {
    const row = Math.min(Math.max(top + j - lobes + 1, 0), height - 1) * width;
    for (let i = 0; i < 2 * lobes; i++) {
      const column = left + i - lobes + 1;
      const inside = args.wrapX ? ((column % width) + width) % width : Math.min(Math.max(column, 0), width - 1);
      sum += source[(row + inside) * 3 + channel] * wx[i] * wy[j];
    }
  }
  return sum;
}

/**
 * Applies a linear-light gain to a display value; values above 1 stay above (the store clips), values below 0 become 0
 * or their multiple.
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
