import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { tableSteps } from "../../kernels/index.ts";
import { type ExposureTables, invertTable, lumaSample, type SmallCopy, solveCholesky } from "../../ops/index.ts";
import { bins, clippingBegins, medianReadings, type Reading } from "./readings.ts";

/** Fewer readings than this say nothing. */
const leastReadings = 60;
/** A level further from known exposures, in stops, is that of something that moved. */
const mostBeyondKnown = 1;
/** Linear light added before ratios are taken: eight bits tell nothing below. */
const floor = 2e-4;
/** Resistance of a fitted curve against bending and against sloping, over that of a well-filled brightness. */
const stiffness = 2;
const levelling = 0.2;
/** How strongly a channel's curve holds to that of all channels. */
const kinship = 0.05;
/** Misfits in stops from which on a brightness loses its say, from generous to strict: movers may own a brightness altogether. */
const misfits = [1, 0.5, 0.3, 0.3];
/** The step between frames of which nothing is known: brackets are mostly shot so. */
const usualStep = 2;

export interface FittedTables {
  readonly tables: ExposureTables;
  /** False where the frames share no tones: the step is then what EXIF says, or the usual one. */
  readonly measured: boolean;
}

/**
 * Fits what two frames, neighbours in exposure, have in common, from what they show and nothing else. Per brightness of the brighter
 * frame the median of the darker one's readings is taken (the brightness transfer function of Grossberg & Nayar 2003); through
 * the ratios of light a stiff curve is laid, robustly: a camera's contrast bends it slowly, while what has moved puts single
 * brightnesses off. One curve for all channels, and from it each channel's own, as far as its readings say so: white balance
 * drifts, and picture styles bend channels differently. EXIF tells light, and display values answer through a response that nobody
 * knows, so `knownStops` is used only to tell a scene from something that fills most of it and moved, and where nothing is shared.
 */
export function fitTables(dark: SmallCopy, bright: SmallCopy, knownStops: number | undefined): FittedTables {
  const all = readingsOf(dark, bright, [0, 1, 2]);
  const measured = countOf(all) >= leastReadings;
  const start = measured ? startOf(all, knownStops) : -(knownStops ?? usualStep);
  const shared = (measured ? fitRatios(all, new Float64Array(bins).fill(start), 0) : undefined) ?? flat(start);
  const curves = [0, 1, 2, lumaSample].map((c) => {
    const own = measured ? readingsOf(dark, bright, [c]) : [];
    return (countOf(own) < leastReadings ? undefined : fitRatios(own, shared, kinship)) ?? shared;
  });
  const down = curves.map(downTable);
  return { tables: { up: down.map(invertTable), down }, measured };
}

function readingsOf(dark: SmallCopy, bright: SmallCopy, samples: readonly number[]): Reading[] {
  const readings = medianReadings(dark, bright, samples);
  return readings.length === 0 ? readings : [...readings, ...clippingBegins(dark, bright, samples)];
}

function countOf(readings: readonly Reading[]): number {
  return readings.reduce((sum, { count }) => sum + count, 0);
}

function flat(value: number): Float64Array {
  return new Float64Array(bins).fill(value);
}

/** The level of the curve, in stops: the readings' median, or what EXIF says where that is far off. */
function startOf(readings: readonly Reading[], knownStops: number | undefined): number {
  const seen = weightedMedian(
    readings.map(({ bright, dark, count }) => ({
      value: Math.log2((decodeSrgb(dark) + floor) / (decodeSrgb(bright) + floor)),
      weight: count * bright,
    })),
  );
  return knownStops !== undefined && Math.abs(seen + knownStops) > mostBeyondKnown ? -knownStops : seen;
}

/**
 * Stops of the darker frame over the brighter, for each brightness of the brighter; `undefined` when nothing determines them. What is
 * fitted is the difference to `base`, to which every brightness is held with the weight `hold`.
 */
function fitRatios(readings: readonly Reading[], base: Float64Array, hold: number): Float64Array | undefined {
  const total = countOf(readings);
  const darkFloor = floor * 2 ** base[bins >> 1];
  const points = readings.map(({ bright, dark, count }) => {
    const bin = Math.floor(bright * bins);
    const ratio = Math.log2((decodeSrgb(dark) + darkFloor) / (decodeSrgb(bright) + floor));
    return { bin, off: ratio - base[bin], weight: count / (count + 0.01 * total) };
  });
  let curve: Float64Array = new Float64Array(bins);
  for (const misfit of misfits) {
    const matrix = new Float64Array(bins * bins);
    const right = new Float64Array(bins);
    for (const { bin, off, weight } of points) {
      const w = weight / (1 + ((off - curve[bin]) / misfit) ** 2) ** 2;
      matrix[bin * bins + bin] += w;
      right[bin] += w * off;
    }
    for (let bin = 0; bin < bins; bin++) matrix[bin * bins + bin] += hold;
    penalise(matrix, [1, -2, 1], stiffness);
    penalise(matrix, [1, -1], levelling);
    const solved = solveCholesky(matrix, right, 0);
    if (!solved) return undefined;
    curve = solved;
  }
  return curve.map((value, bin) => value + base[bin]);
}

function penalise(matrix: Float64Array, difference: readonly number[], strength: number): void {
  for (let i = 0; i + difference.length <= bins; i++) {
    for (const [j, a] of difference.entries()) {
      for (const [k, b] of difference.entries()) {
        matrix[(i + j) * bins + i + k] += strength * a * b;
      }
    }
  }
}

/** Brighter → darker display values; never falling. */
function downTable(ratios: Float64Array): Float32Array {
  const darkFloor = floor * 2 ** ratios[bins >> 1];
  const table = new Float32Array(tableSteps + 1);
  for (let i = 0; i <= tableSteps; i++) {
    const value = i / tableSteps;
    const at = Math.min(bins - 1, Math.max(0, value * bins - 0.5));
    const first = Math.min(bins - 2, Math.floor(at));
    const ratio = ratios[first] + (ratios[first + 1] - ratios[first]) * (at - first);
    const light = (decodeSrgb(value) + floor) * 2 ** ratio - darkFloor;
    table[i] = Math.max(i > 0 ? table[i - 1] : 0, encodeSrgb(Math.min(1, Math.max(0, light))));
  }
  return table;
}

function weightedMedian(values: { value: number; weight: number }[]): number {
  values.sort((a, b) => a.value - b.value);
  let left = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { value, weight } of values) {
    left -= weight;
    if (left <= 0) return value;
  }
  return values[values.length - 1].value;
}
