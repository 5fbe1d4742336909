import type { F32, U16 } from "../../../../src/image/index.ts";
import type { DevelopColorArgs } from "../../../../src/kernels/declarations/develop.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Share of the clipping level up to which a channel is trusted fully; at the level itself it is not trusted. */
export const trusted = 0.92;

export function developColor(args: DevelopColorArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, curve, matrix: m, clip, width, start, stepX, stepY } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const from = (start + x * stepX + y * stepY) * 3;
      const rgb = [source[from], source[from + 1], source[from + 2]];
      if (rgb.some((value, c) => value > clip[c] * trusted)) rebuildHighlights(rgb, clip);
      const [r, g, b] = rgb;
      const to = (y * width + x) * 3;
      const linear = [0, 3, 6].map((row) => Math.min(65535, Math.max(0, m[row] * r + m[row + 1] * g + m[row + 2] * b)));
      target.set(tone(curve, linear), to);
    }
  }
}

/**
 * A separate curve for each channel gives the roll-off of a camera's picture, but turns bright skies cyan. For such
 * colours (red < green < blue), green keeps its relative position between the others, in square roots, the more the
 * bluer the colour is. Continuous at all three limits of that range.
 */
function tone(curve: U16, [r, g, b]: readonly number[]): readonly number[] {
  const [toR, toG, toB] = [r, g, b].map((value) => curve[Math.floor(value + 0.5)]);
  if (!(r < g && g < b)) return [toR, toG, toB];
  const place = (Math.sqrt(g) - Math.sqrt(r)) / (Math.sqrt(b) - Math.sqrt(r));
  const kept = toR + (toB - toR) * place;
  return [toR, Math.floor(toG + Math.min(1, (2 * (b - r)) / b) * (kept - toG) + 0.5), toB];
}

/**
 * A clipped channel is at least as bright as its value; if the others are brighter on average, it follows them
 * (otherwise green, which clips first, leaves magenta). If all three clip, the colour is unknown and set to neutral.
 */
export function rebuildHighlights(rgb: number[], clip: F32): void {
  const [r, g, b] = rgb;
  const distrust = rgb.map((value, c) => Math.min(1, Math.max(0, (value / clip[c] - trusted) / (1 - trusted))));
  rgb[0] += distrust[0] * Math.max(0, (g + b) / 2 - r);
  rgb[1] += distrust[1] * Math.max(0, (r + b) / 2 - g);
  rgb[2] += distrust[2] * Math.max(0, (r + g) / 2 - b);
  const all = Math.min(...distrust);
  const neutral = Math.max(...rgb);
  for (let c = 0; c < 3; c++) rgb[c] += all * (neutral - rgb[c]);
}
