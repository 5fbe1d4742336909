import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { tableSteps } from "../../kernels/index.ts";
import { type ExposureTables, invertTable, type RelatedLink, type SmallCopy, solveCholesky } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type RelatedExposures, relateExposures } from "./exposures.ts";
import { expectedRatios, type Response, stopsOf } from "./fit-response.ts";
import { explainedBy } from "./judge-link.ts";
import { exif, linkFit, medians, responseFit } from "./params.ts";
import { type LinkReadings, type Reading, readLink } from "./readings.ts";

const { stiffness, levelling, typicalMisfit, strongest, free, kinship, nearlyAll, clearlyMore } = linkFit;
const { bins } = medians;
const { floor, misfits } = responseFit;

export interface FittedTables {
  readonly tables: ExposureTables & Pick<RelatedLink, "meansDown">;
  /** False if the frames share no tones: the step is then that of EXIF, or the usual one. */
  readonly measured: boolean;
  /** Stops of light of the brighter frame relative to the darker. */
  readonly stops: number;
}

/** The exposures of all frames, and the tables of each two neighbours. */
interface Fitted {
  readonly exposures: RelatedExposures;
  readonly links: readonly FittedTables[];
}

/**
 * Fits the relations of neighbours in exposure to their pixels. Frames darkest first; `known`: ev100 of each, if EXIF
 * states it. For each brightness of the brighter frame the median of the darker one's readings is taken (the brightness
 * transfer function of Grossberg & Nayar 2003). A stiff curve is fitted robustly to the ratios of light: a camera's
 * contrast bends it slowly, while moving things disturb single brightnesses. It is regularised lightly towards the
 * common response of all frames; EXIF states light, and the response converts it to display values. Each channel's
 * curve deviates from that of all channels as far as its readings justify: white balance drifts, and picture styles
 * bend channels differently.
 */
export async function fitTables(
  copies: readonly SmallCopy[],
  known: readonly (number | undefined)[],
  context: StageContext,
): Promise<Fitted> {
  const read = await Promise.all(copies.slice(1).map((bright, k) => readLink(copies[k], bright, context)));
  const shared = read.map((link) => (isEvidence(link.all) ? link : { all: [], byChannel: [] }));
  const exposures = relateExposures(
    shared.map(({ all }) => all),
    known,
  );
  const { response, other } = exposures;
  const links = fitLinks(copies, shared, response, exposures.steps);
  if (!other) return { exposures, links };
  const others = fitLinks(copies, shared, other, exposures.steps);
  return explainedMore(copies, others, links)
    ? { exposures: { ...exposures, response: other }, links: others }
    : { exposures, links };
}

function isEvidence(readings: readonly Reading[]): boolean {
  return countOf(readings) >= medians.least && readings.some(({ dark }) => dark > medians.black);
}

function fitLinks(
  copies: readonly SmallCopy[],
  shared: readonly LinkReadings[],
  response: Response | undefined,
  steps: readonly number[],
): FittedTables[] {
  return shared.map((readings, k) => {
    const stops = response?.stops[k] ?? steps[k];
    const expected = response ? expectedRatios(response, stops) : new Float64Array(bins).fill(-stops);
    const hold = holdOf(response?.misfits[k]);
    const tables = fitLink(copies[k], copies[k + 1], { ...readings, expected, hold });
    return { tables, measured: readings.all.length > 0, stops: steps[k] };
  });
}

/** Whether the first tables explain clearly more of the pixels than the second. */
function explainedMore(copies: readonly SmallCopy[], first: readonly FittedTables[], second: readonly FittedTables[]) {
  const [more, less] = [first, second].map((links) =>
    links.reduce((sum, { tables }, k) => sum + explainedBy(copies[k], copies[k + 1], tables).share, 0),
  );
  return more > less + clearlyMore * first.length;
}

/**
 * Weight of the response for a link: the smaller its misfit, the larger, which helps if readings are few or something
 * moved.
 */
function holdOf(misfit = Number.POSITIVE_INFINITY): number {
  return Math.min(strongest, linkFit.response * Math.max(1, typicalMisfit / misfit) ** 2);
}

interface LinkFit extends LinkReadings {
  /** Ratios predicted by the common response. */
  readonly expected: Float64Array;
  readonly hold: number;
}

/**
 * Fits a link with regularisation towards the response; without it if that explains more, and nearly all that both
 * frames show.
 */
function fitLink(dark: SmallCopy, bright: SmallCopy, link: LinkFit): FittedTables["tables"] {
  if (link.all.length === 0) return tablesOf(Array(5).fill(link.expected));
  const held = fitChannels(link);
  const explained = explainedBy(dark, bright, held).share;
  if (explained > 1 - clearlyMore) return held;
  const own = fitChannels({ ...link, expected: flatAtMedian(link.all), hold: free });
  const byOwn = explainedBy(dark, bright, own).share;
  return byOwn >= nearlyAll && byOwn > explained + clearlyMore ? own : held;
}

function fitChannels({ all, byChannel, expected, hold }: LinkFit): FittedTables["tables"] {
  const shared = fitRatios(all, expected, hold) ?? expected;
  return tablesOf(
    byChannel.map((own) => (countOf(own) < medians.least ? undefined : fitRatios(own, shared, kinship)) ?? shared),
  );
}

/** One step for all tones: the initial curve of a fit that must not depend on a response spoilt by other frames. */
function flatAtMedian(readings: readonly Reading[]): Float64Array {
  const ratios = readings.map(({ bright, dark, count }) => ({
    ratio: stopsOf(dark) - stopsOf(bright),
    weight: count * bright,
  }));
  ratios.sort((a, b) => a.ratio - b.ratio);
  let left = ratios.reduce((sum, { weight }) => sum + weight, 0) / 2;
  const median = ratios.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
  return new Float64Array(bins).fill(median?.ratio ?? -exif.usualStep);
}

/** Tables from the curves of red, green, blue, luma and the means of green. */
function tablesOf(curves: readonly Float64Array[]): FittedTables["tables"] {
  const [red, green, blue, luma, meansDown] = curves.map(downTable);
  const down = [red, green, blue, luma];
  return { up: down.map(invertTable), down, meansDown };
}

function countOf(readings: readonly Reading[]): number {
  return readings.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Stops of the darker frame relative to the brighter, for each brightness of the brighter; `undefined` if there is no
 * evidence. The unknown is the difference from `base`, and `hold` is the weight that pulls it to 0.
 */
function fitRatios(readings: readonly Reading[], base: Float64Array, hold: number): Float64Array | undefined {
  const total = countOf(readings);
  const darkFloor = floor * 2 ** base[bins >> 1];
  const points = readings.map(({ bright, dark, count }) => {
    const bin = Math.floor(bright * bins);
    const ratio = Math.log2((decodeSrgb(dark) + darkFloor) / (decodeSrgb(bright) + floor));
    return { bin, off: ratio - base[bin], weight: count / (count + responseFit.halfShare * total) };
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
    for (let j = 0; j < difference.length; j++) {
      for (let k = 0; k < difference.length; k++) {
        matrix[(i + j) * bins + i + k] += strength * difference[j] * difference[k];
      }
    }
  }
}

/** Table from brighter to darker display values; non-decreasing. */
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
