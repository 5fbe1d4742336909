import { decodeSrgb } from "../../image/index.ts";
import { solveCholesky } from "../../ops/index.ts";
import { bins, type Reading } from "./readings.ts";

/** What two neighbours in exposure tell of the response. */
export interface ResponseLink {
  readonly readings: readonly Reading[];
  /** Stops of the brighter over the darker, after EXIF. */
  readonly knownStops: number | undefined;
}

/** The one response that all frames share, and the steps between them. */
export interface Response {
  /** Stops of scene light over those of decoded sRGB, by bin of display values. */
  readonly bend: Float64Array;
  /** Stops of light between neighbours. */
  readonly stops: readonly number[];
  /** Of each link's readings, the median misfit, in stops: how well the one response speaks for the link. */
  readonly misfits: readonly number[];
}

/** Linear light added before logarithms are taken: eight bits tell nothing below. */
export const floor = 2e-4;
/** Darker display values are crushed and coarse. */
const darkest = 0.02;
/** Resistance of the response against bending, and how strongly its slope holds to what cameras usually have, over a well-filled tone. */
const stiffness = 3;
const usual = 0.03;
/** How strongly the steps hold to EXIF, over a well-filled tone. */
const trustInKnown = 1;
/** Misfits in stops from which on a reading, or EXIF, loses its say: from generous to strict. */
const misfits = [1, 0.5, 0.3, 0.3];
/** Stops of light that a stop of decoded sRGB stands for in most cameras' mid-tones: their curves add contrast. */
const usualSlope = 0.75;
/** The step between frames of which nothing is known. */
export const usualStep = 2;

export const stopsOf = (value: number) => Math.log2(decodeSrgb(value) + floor);

/**
 * The response of the camera, from all frames together: a reading of link k says that the tones of its two values lie `stops[k]` of
 * light apart (Debevec & Malik 1997, their least squares with robust weights, on medians instead of pixels). The scale that pictures alone leave
 * open is EXIF's where there is any, else a usual camera's. What moves owns tones of one pair of frames; it cannot bend what the
 * other pairs agree on. `undefined` where nothing is shared.
 */
export function fitResponse(links: readonly ResponseLink[]): Response | undefined {
  if (links.every(({ readings }) => readings.length === 0)) return undefined;
  const data = links.flatMap(({ readings }, link) => pointsOf(readings, link));
  const size = bins + links.length;
  let state = new Float64Array(size);
  for (const [k, { knownStops }] of links.entries()) state[bins + k] = knownStops ?? startOf(data, k);
  const anchor = anchorOf(links);
  const offOf = ({ terms, ratio, link }: Point) =>
    terms.reduce((sum, [at, share]) => sum + share * state[at], 0) + ratio - state[bins + link];
  for (const misfit of misfits) {
    const system = new System(size);
    for (const point of data) {
      const { link, terms, ratio, weight } = point;
      system.add([...terms, [bins + link, -1]], -ratio, weight * robust(offOf(point), misfit));
    }
    for (const [k, { knownStops }] of links.entries()) {
      const at = bins + k;
      if (knownStops === undefined) system.add([[at, 1]], state[at], k === anchor ? 1 : 1e-6);
      else system.add([[at, 1]], knownStops, trustInKnown * robust(state[at] - knownStops, 2 * misfit));
    }
    holdShape(system);
    const solved = solveCholesky(system.matrix, system.right, 0);
    if (!solved) return undefined;
    state = Float64Array.from(solved);
  }
  const left = links.map((_, link) => {
    const offs = data.filter((point) => point.link === link).map((point) => Math.abs(offOf(point)));
    return offs.sort((a, b) => a - b)[offs.length >> 1] ?? Number.POSITIVE_INFINITY;
  });
  return { bend: state.slice(0, bins), stops: [...state.subarray(bins)], misfits: left };
}

/** Stops of the darker frame over the brighter, as decoded sRGB shows them, by brightness of the brighter: what the response expects. */
export function expectedRatios({ bend }: Response, stops: number): Float64Array {
  const light = (bin: number) => stopsOf((bin + 0.5) / bins) + bend[bin];
  return Float64Array.from({ length: bins }, (_, bright) => {
    const wanted = light(bright) - stops;
    let bin = 0;
    while (bin < bins - 2 && light(bin + 1) < wanted) bin++;
    const rise = light(bin + 1) - light(bin);
    // Beyond the first bin light goes on as decoded sRGB has it.
    const position = rise > 1e-6 ? (wanted - light(bin)) / rise : 0;
    const [a, b] = [bin, bin + 1].map((each) => stopsOf((each + 0.5) / bins));
    const shown = position < 0 ? a + (wanted - light(bin)) : a + (b - a) * Math.min(1, position);
    return shown - stopsOf((bright + 0.5) / bins);
  });
}

interface Point {
  readonly link: number;
  /** Shares of the unknowns: the bend at the brighter value less that at the darker. */
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
    return [{ link, terms, ratio: stopsOf(bright) - stopsOf(dark), weight: count / (count + 0.01 * total) }];
  });
}

/** A display value between the middles of two bins. */
function around(value: number, sign: number): [number, number][] {
  const at = Math.min(bins - 1, Math.max(0, value * bins - 0.5));
  const first = Math.min(bins - 2, Math.floor(at));
  return [
    [first, sign * (1 - (at - first))],
    [first + 1, sign * (at - first)],
  ];
}

/**
 * Pictures alone leave the scale open, down to no light at all between frames, which explains any of them. Where EXIF tells no step, the
 * one of the link with most readings stays where it began.
 */
function anchorOf(links: readonly ResponseLink[]): number {
  if (links.some(({ knownStops }) => knownStops !== undefined)) return -1;
  const counts = links.map(({ readings }) => readings.reduce((sum, { count }) => sum + count, 0));
  return counts.indexOf(Math.max(...counts));
}

function startOf(data: readonly Point[], link: number): number {
  const ratios = data.filter((point) => point.link === link).map(({ ratio }) => usualSlope * ratio);
  ratios.sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? usualStep;
}

const robust = (off: number, misfit: number) => 1 / (1 + (off / misfit) ** 2) ** 2;

function holdShape(system: System): void {
  for (let bin = 0; bin + 2 < bins; bin++) {
    system.add(
      [
        [bin, 1],
        [bin + 1, -2],
        [bin + 2, 1],
      ],
      0,
      stiffness,
    );
  }
  for (let bin = 0; bin + 1 < bins; bin++) {
    const rise = stopsOf((bin + 1.5) / bins) - stopsOf((bin + 0.5) / bins);
    const slope: [number, number][] = [
      [bin + 1, 1],
      [bin, -1],
    ];
    system.add(slope, (usualSlope - 1) * rise, usual);
  }
  // Where light is 0 is free.
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
    for (const [i, a] of terms) {
      this.right[i] += weight * a * value;
      for (const [j, b] of terms) this.matrix[i * this.#size + j] += weight * a * b;
    }
  }
}
