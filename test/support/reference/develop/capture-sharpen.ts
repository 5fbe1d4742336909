import type { CaptureSharpenArgs } from "../../../../src/kernels/declarations/develop.ts";
import { pollCancel } from "../poll-cancel.ts";

type Plane = (x: number, y: number) => number;

/** Share of the clipping level from which sharpening fades out, and rate of the fade. */
const clipsFrom = 0.95;
const minLight = 1e-5;

export function captureSharpen(args: CaptureSharpenArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, noise } = args;
  const white = source instanceof Uint8Array ? 255 : 65535;
  const lumaAt: Plane = (x, y) => {
    const i = (y * width + x) * 3;
    return (0.25 * (source[i] + source[i + 2]) + 0.5 * source[i + 1]) / white;
  };
  const kept = (plane: Plane) => keep(plane, width, height);
  const light = kept((x, y) => lumaAt(x, y) ** 2);
  const first = kept((x, y) => light(x, y) * ratioOf(light(x, y), blurred(light, x, y, args)));
  const sharp = kept((x, y) => first(x, y) * ratioOf(light(x, y), blurred(first, x, y, args)));
  const least = kept((x, y) => Math.min(...around(light, x, y)));
  const most = kept((x, y) => Math.max(...around(light, x, y)));
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const own = light(x, y);
      const [opened, closed] = [Math.max(...around(least, x, y)), Math.min(...around(most, x, y))];
      const [dark, bright] = [Math.min(...around(least, x, y)), Math.max(...around(most, x, y))];
      const [from, to] = [Math.sqrt(dark), Math.sqrt(bright)];
      const luma = Math.sqrt(own);
      const grain = noise[Math.floor(luma * 255 + 0.5)];
      const swing = grain * luma;
      const above = bright - swing + Math.max(0, own - opened - 2 * swing);
      const below = dark + swing - Math.max(0, closed - own - 2 * swing);
      const bounded = Math.min(Math.max(own, above), Math.max(Math.min(own, below), sharp(x, y)));
      const share = unit((to - from) / grain - 1) * unit((1 - to) / (1 - clipsFrom));
      const wanted = Math.max(0, own + share * (bounded - own));
      const scale = own > minLight ? Math.sqrt(wanted / own) : 1;
      for (let c = 0; c < 3; c++) {
        const i = (y * width + x) * 3 + c;
        target[i] = Math.floor(Math.min(white, source[i] * scale) + 0.5);
      }
    }
  }
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Ratio to the blurred value, limited to a factor of two. */
function ratioOf(light: number, blurred: number): number {
  return Math.min(2, Math.max(0.5, (light + minLight) / (blurred + minLight)));
}

function keep(plane: Plane, width: number, height: number): Plane {
  const values = Float64Array.from({ length: width * height }, (_, i) => plane(i % width, Math.floor(i / width)));
  return (x, y) => values[mirrored(y, height) * width + mirrored(x, width)];
}

function mirrored(index: number, size: number): number {
  if (size === 1) return 0;
  const period = 2 * size - 2;
  const within = ((index % period) + period) % period;
  return within < size ? within : period - within;
}

function blurred(plane: Plane, x: number, y: number, { first, second, third }: CaptureSharpenArgs): number {
  const weights = [third, second, first, 1 - 2 * (first + second + third), first, second, third];
  let sum = 0;
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) sum += weights[dy + 3] * weights[dx + 3] * plane(x + dx, y + dy);
  }
  return sum;
}

function around(plane: Plane, x: number, y: number): number[] {
  const values: number[] = [];
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) values.push(plane(x + dx, y + dy));
  return values;
}
