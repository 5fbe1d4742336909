import type { CfaPattern, U16 } from "../../image/index.ts";
import { neighbours } from "./params.ts";

/**
 * Pixels that opcodes change in place: `samples` interleaved values for each pixel, proportional to light above
 * `pedestal`.
 */
export interface OpcodeFrame {
  readonly data: U16;
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3;
  readonly pedestal: number;
  /** For a mosaic: its colours, to find neighbours of the same colour. */
  readonly pattern?: CfaPattern;
}

/**
 * Replaces defective sites by values of the nearest intact ones of the same colour; each `place` is y · width + x.
 * Takes the mean of the opposite pair that agrees best, so that an edge through the defect is kept, or else a mean
 * weighted by distance.
 */
export function repairPlaces(frame: OpcodeFrame, places: readonly number[]): void {
  const broken = new Set(places);
  for (const place of broken) {
    for (let c = 0; c < frame.samples; c++) repair(frame, broken, place, c);
  }
}

/** The same as {@link repairPlaces} for single samples, each y · width · samples + x · samples + c. */
export function repairSamples(frame: OpcodeFrame, samples: readonly number[]): void {
  const broken = new Set(samples.map((at) => Math.floor(at / frame.samples)));
  for (const at of samples) repair(frame, broken, Math.floor(at / frame.samples), at % frame.samples);
}

function repair(frame: OpcodeFrame, broken: ReadonlySet<number>, place: number, c: number): void {
  const { data, width, samples } = frame;
  const value = bestPair(frame, broken, place, c) ?? ringMean(frame, broken, place, c);
  if (value !== undefined)
    data[(Math.floor(place / width) * width + (place % width)) * samples + c] = Math.round(value);
}

/** The value at an offset if it is inside, intact and of the same colour. */
function soundAt(frame: OpcodeFrame, broken: ReadonlySet<number>, place: number, dx: number, dy: number, c: number) {
  const { data, width, height, samples, pattern } = frame;
  const [x0, y0] = [place % width, Math.floor(place / width)];
  const [x, y] = [x0 + dx, y0 + dy];
  if (x < 0 || y < 0 || x >= width || y >= height || broken.has(y * width + x)) return undefined;
  if (pattern) {
    const colorAt = (u: number, v: number) =>
      pattern.colors[(v % pattern.height) * pattern.width + (u % pattern.width)];
    if (colorAt(x, y) !== colorAt(x0, y0)) return undefined;
  }
  return data[(y * width + x) * samples + c];
}

function bestPair(frame: OpcodeFrame, broken: ReadonlySet<number>, place: number, c: number): number | undefined {
  let best = Number.POSITIVE_INFINITY;
  let value: number | undefined;
  const step = frame.pattern ? 2 : 1;
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ]) {
    const a = soundAt(frame, broken, place, dx * step, dy * step, c);
    const b = soundAt(frame, broken, place, -dx * step, -dy * step, c);
    if (a === undefined || b === undefined || Math.abs(a - b) >= best) continue;
    best = Math.abs(a - b);
    value = (a + b) / 2;
  }
  return value;
}

function ringMean(frame: OpcodeFrame, broken: ReadonlySet<number>, place: number, c: number): number | undefined {
  const { repairReachPx: reachPx } = neighbours;
  let sum = 0;
  let weights = 0;
  for (let dy = -reachPx; dy <= reachPx; dy++) {
    for (let dx = -reachPx; dx <= reachPx; dx++) {
      const value = soundAt(frame, broken, place, dx, dy, c);
      if (value === undefined) continue;
      const weight = 1 / (dx * dx + dy * dy) ** 2;
      sum += weight * value;
      weights += weight;
    }
  }
  return weights > 0 ? sum / weights : undefined;
}
