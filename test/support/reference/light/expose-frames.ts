import { maxValueOf } from "../../../../src/image/index.ts";
import type { ExposeFramesArgs } from "../../../../src/kernels/declarations/light.ts";
import { pollCancel } from "../poll-cancel.ts";
import { blockPosition, readBlocks } from "./block-grid.ts";
import { readLight, readStops } from "./read-light.ts";

/** Maximum display value of a channel that is not clipped in all frames. */
const maxColour = 0.985;
/** Minimum of the same. */
const minShown = 1 / 512;

export function exposeFrames(args: ExposeFramesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { frames, stops, display, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      const colours = frames.map((frame) => [0, 1, 2].map((c) => frame[at + c] / maxValueOf(frame)));
      const light = readLight(colours.map(lumaOf), args);
      const { slope, base } = baseAt(args, x, y, light);
      const clearer = light + args.detail * (1 - slope) * (light - base);
      const added = clearer - light + curveAt(args, x, y, base);
      const tone = readStops(args.tone, light + added);
      const shares = sharesOf(
        tone,
        Array.from(stops.subarray(0, frames.length), (each) => readStops(display, light + each)),
      );
      const shown = colourOf(colours, shares, added, args);
      for (let c = 0; c < 3; c++) target[at + c] = Math.min(1, Math.max(0, shown[c])) * 65535 + 0.5;
    }
  }
}

function lumaOf([r, g, b]: readonly number[]): number {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

function baseAt({ base, baseWidth, baseHeight, baseFactor }: ExposeFramesArgs, x: number, y: number, light: number) {
  const [u, v] = [blockPosition(x, baseFactor, baseWidth), blockPosition(y, baseFactor, baseHeight)];
  const slope = readBlocks(base, 0, baseWidth, u, v);
  return { slope, base: slope * light + readBlocks(base, baseWidth * baseHeight, baseWidth, u, v) };
}

/**
 * Stops that the tone curves around a pixel add to light with this base, interpolated linearly in all three dimensions.
 */
function curveAt(args: ExposeFramesArgs, x: number, y: number, base: number): number {
  const { curves, gridWidth, gridHeight, gridDepth, gridPx, firstBin, binStops, knee, highlights } = args;
  const over = base - knee;
  const tone = ((over > 0 ? knee + over * highlights : base) - firstBin) / binStops;
  const between = (at: number, count: number): readonly (readonly [number, number])[] => {
    const inside = Math.min(count - 1, Math.max(0, at));
    const first = Math.floor(inside);
    return [
      [first, 1 - (inside - first)],
      [Math.min(count - 1, first + 1), inside - first],
    ];
  };
  let sum = 0;
  for (const [row, v] of between((y + 0.5) / gridPx, gridHeight))
    for (const [column, u] of between((x + 0.5) / gridPx, gridWidth))
      for (const [bin, t] of between(tone, gridDepth))
        sum += u * v * t * curves[(row * gridWidth + column) * gridDepth + bin];
  return sum;
}

/** Weights of the frames such that the blend has the target luma. */
function sharesOf(tone: number, shown: readonly number[]): number[] {
  const beyond = shown.slice(1).map((next, k) => {
    const step = Math.max(1e-3, next - shown[k]);
    return Math.min(1, Math.max(0, (tone - shown[k]) / step));
  });
  return shown.map((_, k) => (beyond[k - 1] ?? 1) - (beyond[k] ?? 0));
}

function ramp(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/**
 * The blend; the part from clipped frames other than the darkest is replaced by the camera's rendering, computed from
 * the others.
 */
function colourOf(
  colours: readonly (readonly number[])[],
  shares: readonly number[],
  added: number,
  args: ExposeFramesArgs,
): number[] {
  const clipped = colours.map((colour) => ramp(Math.max(...colour), 0.88, 0.99));
  const doubted = shares.reduce((sum, share, k) => sum + (k > 0 ? share * clipped[k] : 0), 0);
  const blended = [0, 1, 2].map((c) => colours.reduce((sum, colour, k) => sum + shares[k] * colour[c], 0));
  const rendered = doubted > 0 ? renderColour(colours, clipped, added, args) : blended;
  return blended.map((value, c) => {
    const coloured = value + doubted * (rendered[c] - value);
    const held = colours.map((colour) => colour[c]);
    const most = Math.max(maxColour, Math.min(...held));
    const least = Math.min(minShown, Math.max(...held));
    return Math.max(least, Math.min(most, coloured));
  });
}

function renderColour(
  colours: readonly (readonly number[])[],
  clipped: readonly number[],
  added: number,
  { stops, logLight, trust, tone, shown, display }: ExposeFramesArgs,
): number[] {
  const step = (value: number) => Math.floor(value * (logLight.length - 1) + 0.5);
  const trusts = colours.map((colour, k) => trust[step(lumaOf(colour))] * (1 - clipped[k]) + (k === 0 ? 1e-6 : 0));
  const total = trusts.reduce((sum, each) => sum + each, 0);
  const wanted = [0, 1, 2].map(
    (c) =>
      colours.reduce((sum, colour, k) => sum + trusts[k] * (logLight[step(colour[c])] - stops[k]), 0) / total + added,
  );
  const brightest = Math.max(...wanted);
  const bend = readStops(shown, brightest) - brightest;
  return wanted.map((each) => (readStops(tone, each) + readStops(display, each + bend)) / 2);
}
