import type { F32, U8, U16 } from "../../image/index.ts";
import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type ComparedPair, planeTiles } from "./compared-tiles.ts";
import { halfSize, halve, type Plane } from "./luminance-pyramid.ts";
import { featureLimits } from "./params.ts";
import type { ToneMatch } from "./tone-match.ts";

/** Two frames of one size with matched tones: the brighter one's plane, then the darker one's. */
interface TonedPlanes {
  readonly width: number;
  readonly height: number;
  readonly data: U16;
}

/** Finest first. Tones are matched before the planes are reduced: the tone of a mean is not the mean of tones. */
export type TonedPyramid = readonly TonedPlanes[];

/** Two planes of one level prepared for comparison: same tones, no slow changes of brightness. */
export interface FeaturePair extends ComparedPair {
  /** Edge of the tiles, px; they cover the plane row by row. */
  readonly tilePx: number;
}

/** Distance from a border, px, within which the window is truncated, so that the two frames no longer match. */
const marginPx = featureLimits.radiusPx + 1;

/**
 * The planes of two frames with matched tones, in `count` sizes, finest first. {@link releaseToned} releases them.
 */
export async function tonePyramid(
  { width, height, data }: Plane,
  dark: Plane,
  tone: ToneMatch,
  count: number,
  context: StageContext,
): Promise<TonedPyramid> {
  const pixels = width * height;
  const finest = context.memory.u16(2 * pixels);
  lookUp(data, tone.bright, finest.subarray(0, pixels));
  lookUp(dark.data, tone.dark, finest.subarray(pixels));
  const levels: TonedPlanes[] = [{ width, height, data: finest }];
  for (let last = levels[0]; levels.length < count; last = levels[levels.length - 1]) {
    levels.push({ ...halfSize(last), data: await halve(last, last.data, 2, context) });
  }
  return levels;
}

/** A separate function, so that the JavaScript engine compiles only the loop. */
function lookUp(values: U16, table: U16, target: U16): void {
  for (let i = 0; i < target.length; i++) target[i] = table[values[i]];
}

export function releaseToned(toned: TonedPyramid, context: StageContext): void {
  for (const { data } of toned) context.memory.release(data);
}

/**
 * Uses `share` of the template's pixels, those with the strongest gradients. `clipped` marks pixels of the finest plane
 * that must not be used; on coarser planes both frames clip alike, because they were cut off at one tone before they
 * were reduced. {@link releaseFeatures} releases the result.
 */
export async function makeFeatures(
  { width, height, data }: TonedPlanes,
  clipped: U8 | undefined,
  share: number,
  context: StageContext,
): Promise<FeaturePair> {
  const { memory, kernels } = context;
  const template = memory.f32(width * height);
  const frame = memory.f32(width * height);
  const shape = { width, height, radius: featureLimits.radiusPx };
  await kernels.run("alignFeature", { source: data, target: template, ...shape }, height);
  await kernels.run("alignFeature", { source: data.subarray(width * height), target: frame, ...shape }, height);
  const blocked = memory.u8(width * height);
  if (clipped) blocked.set(clipped);
  else blocked.fill(0);
  const minSquare = gradientQuantile(template, blocked, width, height, share);
  return {
    ...{
      width,
      height,
      template,
      blocked,
      templateStride: width,
      frame,
      frameStride: width,
      spline: 0,
      minSquare,
      tilePx: featureLimits.tilePx,
    },
    tiles: planeTiles(width, height, featureLimits.tilePx, marginPx),
  };
}

export function releaseFeatures(pair: FeaturePair, context: StageContext): void {
  context.memory.release(pair.template);
  context.memory.release(pair.frame);
  context.memory.release(pair.blocked);
}

/**
 * Squared gradient that the strongest `share` exceeds, from a sample of the pixels. Walls carry no information and cost
 * time.
 */
function gradientQuantile(template: F32, blocked: U8, width: number, height: number, share: number): number {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 8000)));
  const squares = new Float64Array(Math.ceil(width / step) * Math.ceil(height / step));
  let count = 0;
  for (let y = marginPx; y < height - marginPx; y += step) {
    for (let x = marginPx; x < width - marginPx; x += step) {
      const at = y * width + x;
      if (blocked[at]) continue;
      const gx = (template[at + 1] - template[at - 1]) / 2;
      const gy = (template[at + width] - template[at - width]) / 2;
      squares[count++] = gx * gx + gy * gy;
    }
  }
  return Math.fround(Math.max(featureLimits.roundingSquare, percentile(squares.subarray(0, count), 1 - share)));
}
