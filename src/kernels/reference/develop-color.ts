import type { F32, U16 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, per pixel: clipped channels are rebuilt from the
 * others, then a 3 × 3 `matrix` (row-major, into 0 to 65535) and `curve` (65536 entries). `clip` is where each channel of the source
 * clips. The target's pixel (x, y) comes from the source's pixel `start + x · stepX + y · stepY`, so that turning a picture costs no
 * pass of its own; `source` and `target` may be one when nothing turns. Interleaved, 3 channels. `width`, `height` and rows are
 * the target's.
 */
export interface DevelopColorArgs {
  readonly source: U16;
  readonly target: U16;
  readonly curve: U16;
  readonly matrix: F32;
  readonly clip: F32;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** A channel is trusted up to this share of its clipping level and not at all at the level itself. */
const trusted = 0.92;

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
      for (let c = 0; c < 3; c++) {
        const linear = m[c * 3] * r + m[c * 3 + 1] * g + m[c * 3 + 2] * b;
        target[to + c] = curve[Math.floor(Math.min(65535, Math.max(0, linear)) + 0.5)];
      }
    }
  }
}

/**
 * A clipped channel is at least as bright as it says; where the others are brighter on average it follows them (else green, which
 * clips first, leaves magenta). Where all three clip nothing is known of the colour: neutral.
 */
function rebuildHighlights(rgb: number[], clip: F32): void {
  const [r, g, b] = rgb;
  const distrust = rgb.map((value, c) => Math.min(1, Math.max(0, (value / clip[c] - trusted) / (1 - trusted))));
  rgb[0] += distrust[0] * Math.max(0, (g + b) / 2 - r);
  rgb[1] += distrust[1] * Math.max(0, (r + b) / 2 - g);
  rgb[2] += distrust[2] * Math.max(0, (r + g) / 2 - b);
  const all = Math.min(...distrust);
  const neutral = Math.max(...rgb);
  for (let c = 0; c < 3; c++) rgb[c] += all * (neutral - rgb[c]);
}
