import { createScene, exposeFrame, type RoomName, renderOnce } from "../../fixtures/scene/index.ts";
import type { F32, Image, IntegerImage } from "../../src/image/index.ts";

type Rgb = readonly [number, number, number];

/** A rectangle, px. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Objects on the wall of a rendered room: coloured patches, a smooth ramp and edges between uniform areas. */
export interface Chart {
  /** Linear light of every pixel, 1.0 = display white at 0 EV. */
  readonly light: Image & { readonly data: F32 };
  /** Coloured patches with their reflectance. */
  readonly patches: readonly { readonly box: Box; readonly albedo: Rgb }[];
  /** Rises smoothly from left to right. */
  readonly ramp: Box;
  /** Each has a dark left half and a bright right half, both uniform. */
  readonly edges: readonly Box[];
  /** Uniform grey areas. */
  readonly greys: readonly Box[];
}

const [width, height] = [720, 480];

/** Reflectance of paints, fabrics, skin and leaves, 0 to 1. */
const colours: readonly Rgb[] = [
  [0.42, 0.14, 0.1],
  [0.5, 0.3, 0.16],
  [0.55, 0.42, 0.12],
  [0.26, 0.36, 0.1],
  [0.1, 0.3, 0.2],
  [0.12, 0.3, 0.36],
  [0.12, 0.2, 0.45],
  [0.28, 0.18, 0.42],
  [0.45, 0.18, 0.3],
  [0.6, 0.38, 0.3],
];

/**
 * A room with the chart in its lower middle, in the light of its reference wall. `brightness` is that light, 1.0 for a
 * wall of middle grey at 0 EV.
 */
export function hangChart(room: RoomName, brightness: number): Chart {
  const { radiance, masks } = renderOnce(createScene({ room }), { width, height });
  const data = new Float32Array(new SharedArrayBuffer(radiance.data.byteLength));
  data.set(radiance.data);
  const light = { ...radiance, data };
  const wall = meanOf(radiance.data, masks.wall).map((value) => (brightness * value) / 0.8) as unknown as Rgb;
  const fill = (box: Box, albedo: (u: number) => Rgb) => paintBox(light, box, (u) => times(albedo(u), wall));
  const grey = (value: number): Rgb => [value, value, value];
  const patches = colours.map((albedo, i) => ({ albedo, box: place(i % 5, Math.floor(i / 5)) }));
  for (const { box, albedo } of patches) fill(box, () => albedo);
  const ramp = { x: 210, y: 330, width: 300, height: 30 };
  fill(ramp, (u) => grey(0.05 + 0.75 * u * u));
  const edges = [0, 1].map((i) => ({ x: 210 + 150 * i, y: 360, width: 150, height: 50 }));
  fill(edges[0], (u) => grey(u < 0.5 ? 0.06 : 0.5));
  fill(edges[1], (u) => grey(u < 0.5 ? 0.2 : 0.8));
  const greys = [0.04, 0.1, 0.25, 0.6].map((value, i) => {
    const box = { x: 210 + 75 * i, y: 410, width: 75, height: 40 };
    fill(box, () => grey(value));
    return box;
  });
  return { light, patches, ramp, edges, greys };
}

/** Simulates a photograph of the chart. */
export function photograph(chart: Chart, ev: number, noise: number, bits: 8 | 16 = 8): IntegerImage {
  return exposeFrame(chart.light, { ev, noise, seed: 5, bits });
}

function place(column: number, row: number): Box {
  return { x: 210 + 60 * column, y: 230 + 50 * row, width: 60, height: 50 };
}

function paintBox(light: Image & { readonly data: F32 }, box: Box, of: (u: number) => Rgb): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      light.data.set(of((x - box.x + 0.5) / box.width), 3 * (y * light.width + x));
    }
  }
}

function meanOf(data: F32, mask: Uint8Array): number[] {
  const [sums, count] = [[0, 0, 0], mask.filter((value) => value > 0).length];
  for (let i = 0; i < mask.length; i++) if (mask[i] > 0) for (const c of [0, 1, 2]) sums[c] += data[3 * i + c];
  return sums.map((sum) => sum / count);
}

function times([r, g, b]: Rgb, light: Rgb): Rgb {
  return [r * light[0], g * light[1], b * light[2]];
}
