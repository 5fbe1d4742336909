import type { ConvolveArgs } from "../../../../src/kernels/declarations/scene.ts";
import { pollCancel } from "../poll-cancel.ts";

export function convolve(args: ConvolveArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { weights, target, fineWidth, fineChannels, coarseChannels = 0, outChannels, side, stride } = args;
  const channels = fineChannels + coarseChannels;
  const reach = (side - 1) / 2;
  const targetWidth = Math.ceil(fineWidth / stride);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < targetWidth; x++) {
      for (let out = 0; out < outChannels; out++) {
        let sum = 0;
        for (let tap = 0; tap < side * side; tap++) {
          const tapX = x * stride + (tap % side) - reach;
          const tapY = y * stride + Math.floor(tap / side) - reach;
          for (let c = 0; c < channels; c++) {
            sum += sampleAt(args, tapX, tapY, c) * weights[(out * side * side + tap) * channels + c];
          }
        }
        target[(y * targetWidth + x) * outChannels + out] = levelOf(args, sum, out);
      }
    }
  }
}

/** A channel of both sources, concatenated; 0 outside. */
function sampleAt(args: ConvolveArgs, x: number, y: number, channel: number): number {
  const { fine, fineWidth, fineHeight, fineChannels, wrapX } = args;
  const { coarse, coarseWidth = 0, coarseHeight = 0, coarseChannels = 0 } = args;
  const column = wrapX ? (x + fineWidth) % fineWidth : x;
  if (y < 0 || y >= fineHeight || column < 0 || column >= fineWidth) return 0;
  if (channel < fineChannels) return fine[(y * fineWidth + column) * fineChannels + channel];
  const coarseX = Math.floor((column * coarseWidth) / fineWidth);
  const coarseY = Math.floor((y * coarseHeight) / fineHeight);
  return coarse?.[(coarseY * coarseWidth + coarseX) * coarseChannels + channel - fineChannels] ?? 0;
}

function levelOf({ bias, factors, shift, zero }: ConvolveArgs, sum: number, out: number): number {
  const product = BigInt(sum + bias[out]) * BigInt(factors[out]);
  const rounded = (product + (1n << BigInt(shift - 1))) >> BigInt(shift);
  return Math.min(255, Math.max(0, zero + Number(rounded)));
}
