import type { F32 } from "../../../../src/image/index.ts";
import type { AlignPatchesArgs } from "../../../../src/kernels/declarations/align.ts";
import { pollCancel } from "../poll-cancel.ts";

const reach = 2;

export function alignPatches(args: AlignPatchesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { origins, size, radius, target, clipped } = args;
  const edge = size + 2 * radius;
  for (let k = rowBegin; k < rowEnd; k++) {
    pollCancel(cancel);
    const { tones, most } = readWindow(args, origins[2 * k] - radius, origins[2 * k + 1] - radius, edge);
    for (let y = 0, at = k * size * size; y < size; y++) {
      for (let x = 0; x < size; x++, at++) {
        target[at] = featureAt(tones, edge, radius, x + radius, y + radius);
        if (clipped) clipped[at] = maxNear(most, edge, x + radius, y + radius) >= args.clipAt ? 1 : 0;
      }
    }
    if (args.spline) toSpline(target.subarray(k * size * size, (k + 1) * size * size), size);
  }
}

/** Averaged tones, 0 to 65535, and the largest sample of each pixel. */
function readWindow(args: AlignPatchesArgs, left: number, top: number, edge: number) {
  const { source, width, channels, channel, factor, lut } = args;
  const step = source instanceof Uint8Array ? 257 : 1;
  const tones = new Float64Array(edge * edge);
  const most = new Uint16Array(edge * edge);
  for (let at = 0; at < edge * edge; at++) {
    const x = (left + (at % edge)) * factor;
    const y = (top + Math.floor(at / edge)) * factor;
    let sum = 0;
    for (let j = 0; j < factor; j++) {
      for (let i = 0; i < factor; i++) {
        const sample = source[((y + j) * width + x + i) * channels + channel];
        sum += lut[sample * step];
        most[at] = Math.max(most[at], sample);
      }
    }
    tones[at] = Math.floor(sum / (factor * factor) + 0.5);
  }
  return { tones, most };
}

function featureAt(tones: Float64Array, edge: number, radius: number, x: number, y: number): number {
  let box = 0;
  for (let j = -radius; j <= radius; j++) {
    for (let i = -radius; i <= radius; i++) box += tones[(y + j) * edge + x + i];
  }
  return (tones[y * edge + x] - box / (2 * radius + 1) ** 2) / 65535;
}

function maxNear(most: Uint16Array, edge: number, x: number, y: number): number {
  let worst = 0;
  for (let j = Math.max(0, y - reach); j <= Math.min(edge - 1, y + reach); j++) {
    for (let i = Math.max(0, x - reach); i <= Math.min(edge - 1, x + reach); i++) {
      worst = Math.max(worst, most[j * edge + i]);
    }
  }
  return worst;
}

const pole = Math.sqrt(3) - 2;
/** Number of samples of a mirrored line that determine the start of a recursion. */
const poleReach = 16;

function toSpline(patch: F32, size: number): void {
  for (let x = 0; x < size; x++) lineToSpline(patch, x, size, size);
  for (let y = 0; y < size; y++) lineToSpline(patch, y * size, 1, size);
}

function lineToSpline(data: F32, from: number, step: number, length: number): void {
  if (length < 2) return;
  const line = Float64Array.from({ length }, (_, k) => 6 * data[from + k * step]);
  for (let k = 1; k < Math.min(length, poleReach); k++) line[0] += pole ** k * line[k];
  for (let k = 1; k < length; k++) line[k] += pole * line[k - 1];
  line[length - 1] = (pole / (pole * pole - 1)) * (line[length - 1] + pole * line[length - 2]);
  for (let k = length - 2; k >= 0; k--) line[k] = pole * (line[k + 1] - line[k]);
  for (let k = 0; k < length; k++) data[from + k * step] = line[k];
}
