import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { tableSteps } from "../../kernels/index.ts";
import { lumaSample, type SmallCopy, solveCholesky, spreadSample, strideFor } from "../../ops/index.ts";

/** How display values of a darker frame and its brighter neighbour belong together; tables for red, green, blue and luma. */
export interface ExposureLink {
  /** Darker → brighter; 1 where the brighter one clips. */
  readonly up: readonly Float32Array[];
  /** Brighter → darker; the last entry is what the darker shows where the brighter begins to clip. */
  readonly down: readonly Float32Array[];
}

/** Display values of the brighter frame that are told apart when the curve is fitted. */
const bins = 48;
/** Display values of the darker frame, as finely as 8 bits averaged over a block deserve. */
const darkSteps = 1024;
/** Below the first all is noise and black point, from the last on the camera's shoulder bends into clipping. */
const darkest = 0.03;
const brightest = 0.96;
/** Cells with more detail than this may be clipped in part. */
const calm = 0.1;
/** Readings within this share of where the brighter frame begins to clip tell how sure that is. */
const nearClipping = 0.15;
/** So many cells are enough for medians. */
const curveCells = 25_000;
const gainCells = 6000;
/** Fewer readings than this say nothing. */
const leastReadings = 60;
/** Channels further off than this, in stops, show something that moved, and no white balance. */
const largestDrift = 0.4;
const largestMisfit = 0.2;
/** A level further from known exposures, in stops, is that of something that moved. */
const mostBeyondKnown = 1;
/** Linear light added before ratios are taken: eight bits tell nothing below. */
const floor = 2e-4;
/** Resistance of the fitted curve against bending and against sloping, over that of a well-filled brightness. */
const stiffness = 2;
const levelling = 0.2;
/** Weight of known exposures, over that of a well-filled brightness. */
const trustInKnown = 0.1;
/** Misfits in stops from which on a brightness loses its say, from generous to strict: movers may own a brightness altogether. */
const misfits = [1, 0.5, 0.3, 0.3];

/**
 * Fits what two frames, neighbours in exposure and aligned, have in common. Per brightness of the brighter frame, the median of
 * the darker one's readings is taken; through the ratios of light a stiff curve is laid, robustly: a camera's contrast bends it
 * slowly, while what has moved puts single brightnesses off. Frames that share no readings are told apart by `knownStops`.
 */
export function linkExposures(dark: SmallCopy, bright: SmallCopy, knownStops: number | undefined): ExposureLink {
  const readings = medianReadings(dark, bright);
  const total = readings.reduce((sum, { count }) => sum + count, 0);
  const ratios =
    total < leastReadings ? undefined : fitRatios([...readings, ...clippingBegins(dark, bright)], total, knownStops);
  const base = downTable(ratios ?? new Float64Array(bins).fill(-(knownStops ?? 2)));
  const gains = total < leastReadings ? [1, 1, 1] : channelGains(dark, bright, base);
  const down = [...gains.map((gain) => base.map((value) => encodeSrgb(Math.min(1, gain * decodeSrgb(value))))), base];
  return { up: down.map(invert), down };
}

/** Linear interpolation in a table. */
export function lookUp(table: Float32Array, value: number): number {
  const at = Math.min(1, Math.max(0, value)) * tableSteps;
  const i = Math.min(tableSteps - 1, Math.floor(at));
  return table[i] + (table[i + 1] - table[i]) * (at - i);
}

/** Maps a display value of one frame to another's exposure; frames darkest first. */
export type Mapping = (from: number, to: number, value: number) => number;

/** A mapping over the links between neighbours: `links[k]` joins frame k and the brighter k + 1; `c` is red, green, blue or luma. */
export function mappingOver(links: readonly ExposureLink[], c: number): Mapping {
  return (from, to, value) => {
    let mapped = value;
    for (let k = from; k < to; k++) mapped = lookUp(links[k].up[c], mapped);
    for (let k = from; k > to; k--) mapped = lookUp(links[k - 1].down[c], mapped);
    return mapped;
  };
}

interface Reading {
  readonly bright: number;
  readonly dark: number;
  readonly count: number;
}

function medianReadings(dark: SmallCopy, bright: SmallCopy): Reading[] {
  const counts = new Uint32Array(bins * darkSteps);
  const [a, b] = [dark.data, bright.data];
  const step = strideFor(dark, curveCells);
  const calmStored = calm * 65535;
  for (let i = 0; i < a.length; i += step) {
    if (a[i + spreadSample] > calmStored || b[i + spreadSample] > calmStored) continue;
    for (let c = i; c < i + 3; c++) {
      const bin = (b[c] * bins) >> 16;
      counts[bin * darkSteps + (a[c] >> 6)]++;
    }
  }
  const readings: Reading[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const value = (bin + 0.5) / bins;
    if (value < darkest || value > brightest) continue;
    const row = counts.subarray(bin * darkSteps, (bin + 1) * darkSteps);
    const count = row.reduce((sum, each) => sum + each, 0);
    let left = count / 2;
    const median = row.findIndex((each) => {
      left -= each;
      return left <= 0;
    });
    if (count > 0) readings.push({ bright: value, dark: (median + 0.5) / darkSteps, count });
  }
  return readings;
}

/**
 * What the darker frame shows where the brighter one begins to clip: the value that best parts what is clipped there from what is
 * not. All of the picture has a say in it, so it holds even where most of what is not clipped has moved.
 */
function clippingBegins(dark: SmallCopy, bright: SmallCopy): Reading[] {
  const balance = new Int32Array(darkSteps);
  const counts = new Uint32Array(darkSteps);
  const [a, b] = [dark.data, bright.data];
  const fromClipped = brightest * 65535;
  const next = strideFor(dark, curveCells);
  for (let i = 0; i < a.length; i += next) {
    for (let c = i; c < i + 3; c++) {
      const step = a[c] >> 6;
      balance[step] += b[c] < fromClipped ? -1 : 1;
      counts[step]++;
    }
  }
  let [wrong, least, first, last] = [0, 0, 0, 0];
  for (let step = 0; step < darkSteps; step++) {
    wrong += balance[step];
    if (wrong < least) [least, first] = [wrong, step + 1];
    if (wrong === least) last = step + 1;
  }
  const middle = (first + last) / 2;
  const near = counts.subarray(Math.floor(middle * (1 - nearClipping)), Math.ceil(middle * (1 + nearClipping)));
  const count = near.reduce((sum, each) => sum + each, 0);
  return first === 0 || last === darkSteps ? [] : [{ bright: brightest, dark: middle / darkSteps, count }];
}

/** Stops of the darker frame over the brighter, for each brightness of the brighter; undefined when nothing determines them. */
function fitRatios(
  readings: readonly Reading[],
  total: number,
  knownStops: number | undefined,
): Float64Array | undefined {
  const seen = weightedMedian(
    readings.map(({ bright, dark, count }) => ({
      value: Math.log2((decodeSrgb(dark) + floor) / (decodeSrgb(bright) + floor)),
      weight: count * bright,
    })),
  );
  const level = knownStops !== undefined && Math.abs(seen + knownStops) > mostBeyondKnown ? -knownStops : seen;
  const darkFloor = floor * 2 ** level;
  const points = readings.map(({ bright, dark, count }) => ({
    bin: Math.floor(bright * bins),
    ratio: Math.log2((decodeSrgb(dark) + darkFloor) / (decodeSrgb(bright) + floor)),
    weight: count / (count + 0.01 * total),
  }));
  let curve: Float64Array = new Float64Array(bins).fill(level);
  for (const misfit of misfits) {
    const matrix = new Float64Array(bins * bins);
    const right = new Float64Array(bins);
    for (const { bin, ratio, weight } of points) {
      const w = weight / (1 + ((ratio - curve[bin]) / misfit) ** 2) ** 2;
      matrix[bin * bins + bin] += w;
      right[bin] += w * ratio;
    }
    if (knownStops !== undefined) {
      for (let bin = 0; bin < bins; bin++) {
        matrix[bin * bins + bin] += trustInKnown;
        right[bin] -= trustInKnown * knownStops;
      }
    }
    penalise(matrix, [1, -2, 1], stiffness);
    penalise(matrix, [1, -1], levelling);
    const solved = solveCholesky(matrix, right, 0);
    if (!solved) return undefined;
    curve = solved;
  }
  return curve;
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
  const middle = ratios[bins >> 1];
  const darkFloor = floor * 2 ** middle;
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

function invert(down: Float32Array): Float32Array {
  const up = new Float32Array(tableSteps + 1);
  let at = 0;
  for (let i = 0; i <= tableSteps; i++) {
    const value = i / tableSteps;
    while (at < tableSteps && down[at + 1] < value) at++;
    const rise = at < tableSteps ? down[at + 1] - down[at] : 0;
    up[i] = rise > 0 ? Math.min(1, (at + Math.max(0, (value - down[at]) / rise)) / tableSteps) : 1;
  }
  up[0] = 0;
  return up;
}

/** Light in stops, by the upper 12 bits of a stored value. */
const stopsOf = Float32Array.from({ length: 4096 }, (_, i) => Math.log2(decodeSrgb((i + 0.5) / 4096) + floor));

/**
 * Light of each channel of the darker frame over what the shared curve expects: white balance that drifts between frames. Cells of
 * another brightness than expected have moved, and say nothing.
 */
function channelGains(dark: SmallCopy, bright: SmallCopy, base: Float32Array): number[] {
  const logs: number[][] = [[], [], []];
  const expected = base.map((value) => Math.log2(decodeSrgb(value) + floor));
  for (let i = 0; i < dark.data.length; i += strideFor(dark, gainCells)) {
    const beyond = (c: number) => {
      const [a, b] = [dark.data[i + c], bright.data[i + c]];
      if (b > brightest * 65535 || a < darkest * 65535) return undefined;
      return stopsOf[a >> 4] - expected[Math.round((b / 65535) * tableSteps)];
    };
    const inLuma = beyond(lumaSample);
    if (inLuma === undefined || Math.abs(inLuma) > largestMisfit) continue;
    for (const [c, each] of logs.entries()) {
      const off = beyond(c);
      if (off !== undefined && Math.abs(off) < largestDrift) each.push(off);
    }
  }
  return logs.map((each) => (each.length < leastReadings ? 1 : 2 ** medianOf(each)));
}

export function medianOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1];
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
