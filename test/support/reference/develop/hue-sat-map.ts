import { decodeSrgb, encodeSrgb, type F32 } from "../../../../src/image/index.ts";
import type { HueSatMapArgs } from "../../../../src/kernels/declarations/develop.ts";
import { pollCancel } from "../poll-cancel.ts";

const trusted = 0.92;

export function hueSatMap(args: HueSatMapArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, forward, backward, clip, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let at = y * width * 3; at < (y + 1) * width * 3; at += 3) {
      const pixel = [source[at], source[at + 1], source[at + 2]];
      const trust = pixel.map((value, c) => Math.min(1, Math.max(0, (1 - value / clip[c]) / (1 - trusted))));
      const share = Math.min(...trust);
      const change = transform(backward, changeOf(args, transform(forward, pixel)));
      for (let c = 0; c < 3; c++) {
        const value = share > 0 ? pixel[c] + share * change[c] : pixel[c];
        target[at + c] = Math.floor(Math.min(65535, Math.max(0, value)) + 0.5);
      }
    }
  }
}

/** Difference between a pixel's output of the table and the pixel. */
function changeOf(args: HueSatMapArgs, light: readonly number[]): readonly number[] {
  const pixel = light.map((value) => Math.max(0, value));
  const top = Math.max(...pixel);
  const span = top - Math.min(...pixel);
  if (!(top > 0)) return [0, 0, 0];
  const hue = span > 0 ? hueOf(pixel, top, span) : 0;
  const seen = args.encoded ? encodeSrgb(top) : top;
  const [shift, saturationScale, valueScale] = lookUp(args, hue, span / top, seen);
  const turned = (((hue + shift / 60) % 6) + 6) % 6;
  const value = args.encoded ? decodeSrgb(Math.max(0, seen * valueScale)) : top * Math.max(0, valueScale);
  const saturation = Math.min(1, Math.max(0, (span / top) * saturationScale));
  return fromHsv(turned, saturation, value).map((one, c) => one - pixel[c]);
}

/** In [0, 6): 0 red, 2 green, 4 blue. */
function hueOf([r, g, b]: readonly number[], top: number, span: number): number {
  if (r === top) return (g - b) / span + (g < b ? 6 : 0);
  return g === top ? (b - r) / span + 2 : (r - g) / span + 4;
}

function lookUp(args: HueSatMapArgs, hue: number, saturation: number, value: number): readonly number[] {
  const { table, hues, saturations, values } = args;
  const [h, s, v] = [(hue * hues) / 6, saturation * (saturations - 1), Math.min(1, value) * (values - 1)];
  const [h0, s0, v0] = [h, s, v].map(Math.floor);
  const sum = [0, 0, 0];
  for (let i = 0; i < 8; i++) {
    const [dh, ds, dv] = [i & 1, (i >> 1) & 1, i >> 2];
    const share = weight(h - h0, dh) * weight(s - s0, ds) * weight(v - v0, dv);
    const sat = Math.min(saturations - 1, s0 + ds);
    const at = ((Math.min(values - 1, v0 + dv) * hues + ((h0 + dh) % hues)) * saturations + sat) * 3;
    for (let c = 0; c < 3; c++) sum[c] += share * table[at + c];
  }
  return sum;
}

function weight(fraction: number, second: number): number {
  return second ? fraction : 1 - fraction;
}

function fromHsv(hue: number, saturation: number, value: number): readonly number[] {
  // 5, 3, 1: hue offsets of red, green and blue (closed form of the six sectors).
  return [5, 3, 1].map((n) => {
    const k = (n + hue) % 6;
    return value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1));
  });
}

function transform(m: F32, [r, g, b]: readonly number[]): readonly number[] {
  return [0, 3, 6].map((row) => m[row] * r + m[row + 1] * g + m[row + 2] * b);
}
