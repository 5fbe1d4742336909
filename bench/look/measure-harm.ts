import { encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { deltaE00, type Lab, labOf } from "../fusion/color-difference.ts";
import type { Box, Chart } from "./charts.ts";

/** Margin of an area that is not measured, in pixels. */
const insidePx = 6;

/**
 * Maximum distance of a halo from an edge, and range of distances of the undisturbed area, in px: small enough that
 * evening out the light, which changes over a tenth of the picture, does not count as a halo.
 */
const haloPx = 15;
const [farFrom, farTo] = [20, 35];

/**
 * Growth of the noise of uniform greys relative to their brightening: 1 for plain brightening; for darkened areas,
 * relative to their noise before. The maximum over all areas.
 */
export function noiseGrowth(chart: Chart, before: readonly IntegerImage[], after: readonly IntegerImage[]): number {
  return Math.max(
    ...chart.greys.map((box) => {
      const [was, is] = [before, after].map(([noisy, clean]) => {
        const [inNoisy, inClean] = [noisy, clean].map((image) => lumas(image, shrunk(box)));
        return { mean: meanOf(inNoisy), noise: deviation(inNoisy.map((value, i) => value - inClean[i])) };
      });
      return growth(was, is);
    }),
  );
}

function growth(was: Grain, is: Grain): number {
  return is.noise / was.noise / Math.max(1, is.mean / was.mean);
}

/** Brightness and noise of an area, levels. */
interface Grain {
  readonly mean: number;
  readonly noise: number;
}

/**
 * Largest step between neighbouring columns of a smooth 16-bit ramp relative to the mean of the steps around it, in
 * 8-bit levels: columns are averaged over their rows, which reduces dither and rounding.
 */
export function bandingOf(image: IntegerImage, ramp: Box): number {
  const box = shrunk(ramp);
  const columns = Array.from({ length: box.width }, (_, x) => meanOf(lumas(image, { ...box, x: box.x + x, width: 1 })));
  const steps = columns.slice(1).map((value, x) => value - columns[x]);
  let worst = 0;
  for (let x = 8; x < steps.length - 8; x++) {
    const around = meanOf(steps.slice(x - 8, x + 9));
    worst = Math.max(worst, Math.abs(steps[x] - around));
  }
  return worst;
}

/** Hue difference between each patch and its paint in neutral light, in degrees. */
export function hueErrors(chart: Chart, image: IntegerImage): number[] {
  return chart.patches.map(({ box, albedo }) =>
    turnBetween(meanLab(image, shrunk(box)), labOf(albedo.map(encodeSrgb) as unknown as Lab)),
  );
}

/** Change of each patch's hue between two pictures, in degrees. */
export function hueShifts(chart: Chart, before: IntegerImage, after: IntegerImage): number[] {
  return chart.patches.map(({ box }) => turnBetween(meanLab(before, shrunk(box)), meanLab(after, shrunk(box))));
}

function turnBetween(a: Lab, b: Lab): number {
  const turn = Math.abs(hueOf(a) - hueOf(b)) % 360;
  return Math.min(turn, 360 - turn);
}

/** Overshoot next to edges between uniform areas, in levels: deviation of either side from its level further away. */
export function haloOf(chart: Chart, image: IntegerImage): number {
  let worst = 0;
  for (const edge of chart.edges) {
    const middle = edge.x + edge.width / 2;
    for (const side of [-1, 1]) {
      const at = (from: number, to: number) => {
        const [a, b] = [middle + side * from, middle + side * to];
        const box = { x: Math.min(a, b), width: Math.abs(b - a), y: edge.y + 20, height: 10 };
        return meanOf(lumas(image, box));
      };
      const far = at(farFrom, farTo);
      for (let d = 1; d < haloPx; d += 3) worst = Math.max(worst, side * (at(d, d + 3) - far));
    }
  }
  return worst;
}

/** Share of pixels with a channel at full scale or black that had none there before. */
export function newlyClipped(before: IntegerImage, after: IntegerImage): number {
  let count = 0;
  const [full, fullAfter] = [before, after].map((image) => (image.data instanceof Uint8Array ? 255 : 65535));
  for (let i = 0; i < before.data.length; i += 3) {
    let [was, is] = [false, false];
    for (const c of [0, 1, 2]) {
      was ||= before.data[i + c] >= full || before.data[i + c] === 0;
      is ||= after.data[i + c] >= fullAfter || after.data[i + c] === 0;
    }
    if (is && !was) count++;
  }
  return count / (before.data.length / 3);
}

/** Mean ΔE00 over every third pixel. */
export function meanDistance(a: IntegerImage, b: IntegerImage): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.width * a.height; i += 3, count++) sum += deltaE00(labAt(a, i), labAt(b, i));
  return sum / count;
}

/** Median growth of the grain in a photograph's most uniform blocks, relative to their brightness. */
export function grainGrowth(before: IntegerImage, after: IntegerImage): number {
  const blocks: { noise: number; ratio: number }[] = [];
  for (let y = 0; y + blockPx <= before.height; y += blockPx) {
    for (let x = 0; x + blockPx <= before.width; x += blockPx) {
      const box = { x, y, width: blockPx, height: blockPx };
      const [was, is] = [before, after].map((image) => ({
        mean: meanOf(lumas(image, box)),
        noise: grainOf(image, box),
      }));
      if (was.mean < 15 || was.mean > 235 || was.noise < 0.3) continue;
      blocks.push({ noise: was.noise, ratio: growth(was, is) });
    }
  }
  const even = blocks.sort((a, b) => a.noise - b.noise).slice(0, Math.max(1, blocks.length >> 2));
  return even.map(({ ratio }) => ratio).sort((a, b) => a - b)[even.length >> 1] ?? 1;
}

const blockPx = 12;

/** Grain by the mean of the Laplacian (Immerkær 1996), which smooth slopes do not increase. */
function grainOf(image: IntegerImage, { x, y, width, height }: Box): number {
  const at = (u: number, v: number) => lumaAt(image, v * image.width + u);
  let [sum, count] = [0, 0];
  for (let v = y + 1; v < y + height - 1; v++) {
    for (let u = x + 1; u < x + width - 1; u++, count++) {
      const corners = at(u - 1, v - 1) + at(u + 1, v - 1) + at(u - 1, v + 1) + at(u + 1, v + 1);
      const sides = at(u - 1, v) + at(u + 1, v) + at(u, v - 1) + at(u, v + 1);
      sum += Math.abs(corners - 2 * sides + 4 * at(u, v));
    }
  }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * count);
}

function shrunk({ x, y, width, height }: Box): Box {
  return { x: x + insidePx, y: y + insidePx, width: width - 2 * insidePx, height: height - 2 * insidePx };
}

function lumas(image: IntegerImage, { x, y, width, height }: Box): number[] {
  return Array.from({ length: width * height }, (_, i) =>
    lumaAt(image, (y + Math.floor(i / width)) * image.width + x + (i % width)),
  );
}

/** Luma in levels of 8 bits. */
function lumaAt({ data }: IntegerImage, i: number): number {
  const luma = 0.2126 * data[3 * i] + 0.7152 * data[3 * i + 1] + 0.0722 * data[3 * i + 2];
  return data instanceof Uint8Array ? luma : luma / 257;
}

function labAt({ data }: IntegerImage, i: number): Lab {
  const scale = data instanceof Uint8Array ? 255 : 65535;
  return labOf([data[3 * i] / scale, data[3 * i + 1] / scale, data[3 * i + 2] / scale]);
}

function meanLab(image: IntegerImage, { x, y, width, height }: Box): Lab {
  const sums: [number, number, number] = [0, 0, 0];
  for (let v = y; v < y + height; v++) {
    for (let u = x; u < x + width; u++) {
      const lab = labAt(image, v * image.width + u);
      for (const c of [0, 1, 2] as const) sums[c] += lab[c] / (width * height);
    }
  }
  return sums;
}

function hueOf([, a, b]: Lab): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}
