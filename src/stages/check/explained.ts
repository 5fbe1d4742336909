import { type F32, luminanceWeights } from "../../image/index.ts";
import { hazeOf, lightOf, nearlyClipped } from "../../kernels/index.ts";
import { boxMean } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, floats, floatsOf, labOf } from "./cells.ts";
import { explained } from "./params.ts";

/**
 * Local changes reported by toning: the veil of glare that it removed (display values), then the lift of the light, the
 * `l` of `lightOf`.
 */
export interface LightMap {
  readonly width: number;
  readonly height: number;
  readonly lifts: Float32Array;
  readonly veils: Float32Array;
  /** Confidence that a place is a lamp, a window or sky, 0 to 1. */
  readonly sources: Float32Array;
}

/** Index of the light-map place under a cell. */
export function placeOf(cell: number, cells: Pick<Cells, "width" | "height">, { width, height }: LightMap): number {
  const x = Math.floor((((cell % cells.width) + 0.5) * width) / cells.width);
  const y = Math.floor(((Math.floor(cell / cells.width) + 0.5) * height) / cells.height);
  return Math.min(height - 1, y) * width + Math.min(width - 1, x);
}

/** The cells with veils removed and the light lifted as toning reported. */
function relight(source: Cells, map: LightMap): Cells {
  const { lifts, veils } = map;
  const rgb = floats(source.rgb.length);
  const luma = floats(source.luma.length);
  for (let cell = 0; cell < luma.length; cell++) {
    const place = placeOf(cell, source, map);
    const at = 3 * cell;
    const haze = hazeOf(veils[place], Math.min(source.rgb[at], source.rgb[at + 1], source.rgb[at + 2]));
    const clear = Math.max(0, source.luma[cell] - haze) / (1 - haze);
    const light = lightOf(clear, lifts[place]);
    luma[cell] = clear * light;
    for (let i = at; i < at + 3; i++) rgb[i] = ((source.rgb[i] - haze) / (1 - haze)) * light;
  }
  return { ...source, rgb, luma };
}

/**
 * A picture with all changes that toning may make: veils removed and the light lifted as reported (`map`), luma mapped
 * by the curve that fits the toned picture best, then a smooth gain per channel, including white balance; nothing else.
 */
export async function explainTone(
  before: Cells,
  toned: Cells,
  map: LightMap | undefined,
  context: StageContext,
): Promise<Cells> {
  const source = map ? relight(before, map) : before;
  const { width, height } = source;
  const curve = fitCurve(source.luma, toned.luma);
  const rgb = floats(source.rgb.length);
  for (let cell = 0; cell < source.luma.length; cell++) {
    const luma = source.luma[cell];
    const gain = (curveAt(curve, luma) + explained.offset) / (luma + explained.offset);
    for (let c = 0; c < 3; c++) rgb[3 * cell + c] = source.rgb[3 * cell + c] * gain;
  }
  const gains = [0, 1, 2].map((c) => smoothGain({ width, height }, rgb, toned.rgb, c));
  const overall = [0, 1, 2].map((c) => gainOf(rgb, toned.rgb, c));
  holdColour(gains, overall);
  const luma = floats(source.luma.length);
  for (let cell = 0; cell < luma.length; cell++) {
    for (let c = 0; c < 3; c++) {
      const value = Math.min(1, rgb[3 * cell + c] * gains[c][cell]);
      rgb[3 * cell + c] = value;
      luma[cell] += luminanceWeights[c] * value * value;
    }
    luma[cell] = Math.sqrt(luma[cell]);
  }
  const asked = paleColours(await labOf(rgb, width, context), rgb, toned);
  const lab = knownColours(asked, before, toned);
  return { ...source, rgb, luma, lab };
}

/**
 * The expected colours, except unknown ones: a coloured cell with a clipped channel had more colour than it
 * shows, so its toned colour is accepted. White must stay white.
 */
function knownColours(wanted: F32, before: Cells, toned: Cells): F32 {
  const { rgb } = before;
  const known = floatsOf(wanted);
  for (let at = 0; at < known.length; at += 3) {
    const brightest = Math.max(rgb[at], rgb[at + 1], rgb[at + 2]);
    if (brightest < nearlyClipped || brightest - Math.min(rgb[at], rgb[at + 1], rgb[at + 2]) < explained.coloured)
      continue;
    for (let i = at; i < at + 3; i++) known[i] = toned.lab[i];
  }
  return known;
}

/**
 * The expected colours, made as pale as the toned ones where a channel of a coloured cell would clip: no display shows
 * such a colour so bright, and toning gives up colour rather than light. Another hue or more colour is not accepted.
 */
function paleColours(wanted: F32, rgb: F32, toned: Cells): F32 {
  const pale = floatsOf(wanted);
  for (let at = 0; at < pale.length; at += 3) {
    const brightest = Math.max(rgb[at], rgb[at + 1], rgb[at + 2]);
    if (brightest < nearlyClipped || brightest - Math.min(rgb[at], rgb[at + 1], rgb[at + 2]) < explained.coloured)
      continue;
    const [, a, b] = wanted.subarray(at, at + 3);
    const share = (a * toned.lab[at + 1] + b * toned.lab[at + 2]) / (a * a + b * b + 1);
    const kept = Math.min(1, Math.max(0, share));
    pale[at + 1] = kept * a;
    pale[at + 2] = kept * b;
  }
  return pale;
}

/**
 * Limits local gains to their brightness and as much colour as a change of white balance explains, as with lamps next
 * to daylight.
 */
function holdColour([redGains, greenGains, blueGains]: readonly Float32Array[], overall: readonly number[]): void {
  const [red, green, blue] = luminanceWeights;
  const [r, g, b] = overall.map(Math.log);
  const [warmth, tint] = [(r - b) / 2, (r + b) / 2 - g];
  for (let cell = 0; cell < redGains.length; cell++) {
    const ownR = Math.log(redGains[cell]);
    const ownG = Math.log(greenGains[cell]);
    const ownB = Math.log(blueGains[cell]);
    const brightness = red * ownR + green * ownG + blue * ownB;
    const w = within((ownR - ownB) / 2, warmth, explained.maxWarmth);
    const t = within((ownR + ownB) / 2 - ownG, tint, explained.maxTint);
    const held = brightness - (red + blue) * t - (red - blue) * w;
    redGains[cell] = Math.exp(held + t + w);
    greenGains[cell] = Math.exp(held);
    blueGains[cell] = Math.exp(held + t - w);
  }
}

function within(value: number, center: number, reach: number): number {
  return Math.min(center + reach, Math.max(center - reach, value));
}

function gainOf(from: Float32Array, to: Float32Array, channel: number): number {
  let [before, after] = [0, 0];
  for (let i = channel; i < from.length; i += 3) {
    before += from[i] + explained.offset;
    after += to[i] + explained.offset;
  }
  return after / before;
}

/** Mean toned luma at each step of the source's luma; increasing. */
function fitCurve(source: Float32Array, toned: Float32Array): Float32Array {
  const sums = new Float64Array(explained.steps + 1);
  const counts = new Float64Array(explained.steps + 1);
  for (let cell = 0; cell < source.length; cell++) {
    const step = Math.round(source[cell] * explained.steps);
    sums[step] += toned[cell];
    counts[step]++;
  }
  const curve = new Float32Array(explained.steps + 1);
  let last = 0;
  for (let step = 0; step <= explained.steps; step++) {
    if (counts[step] >= explained.minCells) last = Math.max(last, sums[step] / counts[step]);
    else if (step > 0) last = Math.min(1, last + 1 / explained.steps);
    curve[step] = last;
  }
  return curve;
}

function curveAt(curve: Float32Array, luma: number): number {
  const place = Math.min(explained.steps - 1e-3, luma * explained.steps);
  const step = Math.floor(place);
  return curve[step] + (curve[step + 1] - curve[step]) * (place - step);
}

/** Ratio of means over windows, so that edges and texture do not matter. */
function smoothGain(
  { width, height }: { readonly width: number; readonly height: number },
  from: Float32Array,
  to: Float32Array,
  channel: number,
): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * explained.windowShare));
  const mean = (rgb: Float32Array) => {
    const data = new Float32Array(width * height);
    for (let i = 0; i < data.length; i++) data[i] = rgb[3 * i + channel];
    return boxMean({ width, height, data }, radius, false);
  };
  const before = mean(from);
  const after = mean(to);
  return before.map((value, i) =>
    Math.min(
      explained.maxGain,
      Math.max(1 / explained.maxGain, (after[i] + explained.offset) / (value + explained.offset)),
    ),
  );
}
