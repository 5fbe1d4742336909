import type { Light } from "./scenes.ts";
import type { Region } from "./take-frame.ts";

export type Rgb = readonly [number, number, number];

/** Clips a region to the picture, in whole pixels. */
export function clip({ width, height }: Light, left: number, top: number, right: number, bottom: number): Region {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  return {
    left: within(left, width),
    top: within(top, height),
    right: within(right, width),
    bottom: within(bottom, height),
  };
}

/** Light of the scene around a place, which also illuminates an object there. */
export function lightAt({ width, height, data }: Light, x: number, y: number): number {
  const found: number[] = [];
  for (let i = 0; i < 49; i++) {
    const u = Math.min(width - 1, Math.max(0, Math.round(x + ((i % 7) - 3) * 8)));
    const v = Math.min(height - 1, Math.max(0, Math.round(y + (Math.floor(i / 7) - 3) * 8)));
    const at = 3 * (v * width + u);
    found.push(0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]);
  }
  return found.sort((a, b) => a - b)[24];
}

export function put({ width, data }: Light, x: number, y: number, [r, g, b]: Rgb, share: number): void {
  const at = 3 * (y * width + x);
  data[at] += share * (r - data[at]);
  data[at + 1] += share * (g - data[at + 1]);
  data[at + 2] += share * (b - data[at + 2]);
}

export function each({ left, top, right, bottom }: Region, visit: (x: number, y: number) => void): void {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit(x, y);
}
