import { decodeSrgb } from "../../image/index.ts";
import { tableSteps } from "../../kernels/index.ts";
import { solveCholesky } from "../../ops/index.ts";
import { medians, responseFit } from "./params.ts";
import type { Reading } from "./readings.ts";

const { darkest, stiffness, usualness, trustInKnown, misfits, minStep, floor } = responseFit;
const { bins } = medians;

/** Evidence of two neighbours in exposure for the response. */
interface ResponseLink {
  readonly readings: readonly Reading[];
  /** Stops of the brighter relative to the darker, estimated before the response is known. */
  readonly stops: number;
}

/**
 * A step known from another source, EXIF or the curve of a usual camera: stops of the frame at index `to` relative to
 * that at `from`.
 */
interface KnownStops {
  readonly from: number;
  readonly to: number;
  readonly stops: number;
}

/** The common response of all frames, and the steps between them. */
export interface Response {
  /** Stops of scene light relative to those of decoded sRGB, by bin of display values. */
  readonly bend: Float64Array;
  /** Stops of light between neighbours. */
  readonly stops: readonly number[];
  /** The median misfit of each link's readings, in stops. */
  readonly misfits: readonly number[];
}

export const stopsOf = (value: number) => Math.log2(decodeSrgb(value) + floor);

/**
 * Fits the response of the camera to all frames together: a reading of link k states that the tones of its two values
 * are `stops[k]` of light apart (Debevec & Malik 1997, their least squares with robust weights, on medians instead of
 * pixels). Known steps fix the scale, which pictures alone leave open; the shape is regularised towards `usual`, the
 * curve of a usual camera (stops of light by display value). A mover affects tones of one pair of frames; it cannot
 * bend what the other pairs agree on. `undefined` if nothing is shared.
 */
export function fitResponse(
  links: readonly ResponseLink[],
  known: readonly KnownStops[],
  usual: (value: number) => number,
): Response | undefined {
  if (links.every(({ readings }) => readings.length === 0)) return undefined;
  const data = links.flatMap(({ readings }, link) => pointsOf(readings, link));
  const size = bins + links.length;
  let state = new Float64Array(size);
  for (const [k, { stops }] of links.entries()) state[bins + k] = stops;
  const expected = Array.from({ length: bins }, (_, bin) => usual((bin + 0.5) / bins) - stopsOf((bin + 0.5) / bins));
  const offOf = ({ terms, ratio, link }: Point) =>
    terms.reduce((sum, [at, share]) => sum + share * state[at], 0) + ratio - state[bins + link];
  for (const misfit of misfits) {
    const system = new System(size);
    for (const point of data) {
      const { link, terms, ratio, weight } = point;
      system.add([...terms, [bins + link, -1]], -ratio, weight * robust(offOf(point), misfit));
    }
    for (let k = 0; k < links.length; k++) system.add([[bins + k, 1]], state[bins + k], 1e-6);
    for (const { from, to, stops } of known) {
      const steps = state.subarray(bins + from, bins + to);
      const off = steps.reduce((sum, step) => sum + step, -stops);
      const terms = Array.from(steps, (_, i): [number, number] => [bins + from + i, 1]);
      system.add(terms, stops, trustInKnown * robust(off, 2 * misfit));
    }
    holdShape(system, expected);
    const solved = solveCholesky(system.matrix, system.right, 0);
    if (!solved) return undefined;
    state = Float64Array.from(solved);
  }
  const left = links.map((_, link) => {
    const offs = data.filter((point) => point.link === link).map((point) => Math.abs(offOf(point)));
    return offs.sort((a, b) => a - b)[offs.length >> 1] ?? Number.POSITIVE_INFINITY;
  });
  return rescale({ bend: state.slice(0, bins), stops: [...state.subarray(bins)], misfits: left }, known);
}

/**
 * Scales light so that the steps match the known ones overall: least squares make it too small, since errors shrink
 * with it.
 */
export function rescale(response: Response, known: readonly KnownStops[]): Response {
  const ratios = known.flatMap(({ from, to, stops }) => {
    const fitted = response.stops.slice(from, to).reduce((sum, step) => sum + step, 0);
    return fitted > minStep && stops > minStep ? [stops / fitted] : [];
  });
  if (ratios.length === 0) return response;
  ratios.sort((a, b) => a - b);
  const scale = (ratios[(ratios.length - 1) >> 1] + ratios[ratios.length >> 1]) / 2;
  const bend = response.bend.map((value, bin) => {
    const plain = stopsOf((bin + 0.5) / bins);
    return scale * (plain + value) - plain;
  });
  const [stops, misfits] = [response.stops, response.misfits].map((each) => each.map((value) => scale * value));
  return { bend, stops, misfits };
}

/** Stops of scene light by display value, as a table. Without a response, those of decoded sRGB. */
export function lightTable(response: Pick<Response, "bend"> | undefined): Float32Array {
  return Float32Array.from({ length: tableSteps + 1 }, (_, i) => {
    const value = i / tableSteps;
    if (!response) return stopsOf(value);
    return around(value, 1).reduce((sum, [bin, share]) => sum + share * response.bend[bin], stopsOf(value));
  });
}

/** Predicted stops of the darker frame relative to the brighter, in decoded sRGB, by brightness of the brighter one. */
export function expectedRatios({ bend }: Response, stops: number): Float64Array {
  const light = (bin: number) => stopsOf((bin + 0.5) / bins) + bend[bin];
  return Float64Array.from({ length: bins }, (_, bright) => {
    const wanted = light(bright) - stops;
    let bin = 0;
    while (bin < bins - 2 && light(bin + 1) < wanted) bin++;
    const rise = light(bin + 1) - light(bin);
    // Beyond the first bin light continues as in decoded sRGB.
    const position = rise > 1e-6 ? (wanted - light(bin)) / rise : 0;
    const [a, b] = [bin, bin + 1].map((each) => stopsOf((each + 0.5) / bins));
    const shown = position < 0 ? a + (wanted - light(bin)) : a + (b - a) * Math.min(1, position);
    return shown - stopsOf((bright + 0.5) / bins);
  });
}

interface Point {
  readonly link: number;
  /** Coefficients of the unknowns: the bend at the brighter value minus that at the darker. */
  readonly terms: readonly (readonly [number, number])[];
  /** Stops between the two values in decoded sRGB. */
  readonly ratio: number;
  readonly weight: number;
}

function pointsOf(readings: readonly Reading[], link: number): Point[] {
  const total = readings.reduce((sum, { count }) => sum + count, 0);
  return readings.flatMap(({ bright, dark, count }) => {
    if (dark < darkest) return [];
    const terms = [...around(bright, 1), ...around(dark, -1)];
    return [
      { link, terms, ratio: stopsOf(bright) - stopsOf(dark), weight: count / (count + responseFit.halfShare * total) },
    ];
  });
}

/** Interpolation weights of a display value between the centres of two bins. */
function around(value: number, sign: number): [number, number][] {
  const at = Math.min(bins - 1, Math.max(0, value * bins - 0.5));
  const first = Math.min(bins - 2, Math.floor(at));
  return [
    [first, sign * (1 - (at - first))],
    [first + 1, sign * (at - first)],
  ];
}

const robust = (off: number, misfit: number) => 1 / (1 + (off / misfit) ** 2) ** 2;

/** `expected`: the bend of the usual curve. */
function holdShape(system: System, expected: readonly number[]): void {
  for (let bin = 0; bin + 2 < bins; bin++) {
    const bending = expected[bin] - 2 * expected[bin + 1] + expected[bin + 2];
    system.add(
      [
        [bin, 1],
        [bin + 1, -2],
        [bin + 2, 1],
      ],
      bending,
      stiffness,
    );
  }
  for (let bin = 0; bin + 1 < bins; bin++) {
    const slope: [number, number][] = [
      [bin + 1, 1],
      [bin, -1],
    ];
    system.add(slope, expected[bin + 1] - expected[bin], usualness);
  }
  // The zero of light is arbitrary.
  system.add([[bins >> 1, 1]], 0, 1);
}

/** Normal equations of a least-squares problem. */
class System {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    this.matrix = new Float64Array(size * size);
    this.right = new Float64Array(size);
  }

  add(terms: readonly (readonly [number, number])[], value: number, weight: number): void {
    for (let k = 0; k < terms.length; k++) {
      const [i, a] = terms[k];
      this.right[i] += weight * a * value;
      for (let n = 0; n < terms.length; n++) this.matrix[i * this.#size + terms[n][0]] += weight * a * terms[n][1];
    }
  }
}
