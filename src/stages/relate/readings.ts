import { meanOfGreen } from "../../kernels/index.ts";
import { cellSamples, lumaSample, type SmallCopy, strideFor } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { medians } from "./params.ts";

const { bins, darkest, brightest, calm, nearClipping, cells } = medians;

/** The darker frame's value for a display value of the brighter one, and the number of cells. */
export interface Reading {
  readonly bright: number;
  readonly dark: number;
  readonly count: number;
}

/** Readings of two neighbours in exposure. */
export interface LinkReadings {
  /** Of red, green and blue together. */
  readonly all: readonly Reading[];
  /** Of red, green, blue, luma and the means of green separately. */
  readonly byChannel: readonly (readonly Reading[])[];
}

/** Samples of a cell that are read together, one list after the other. */
const lists = [[0, 1, 2], [0], [1], [2], [lumaSample], [meanOfGreen]];

/** Reads the tones of two neighbours: medians of the darker frame, by bin of the brighter one, and where that clips. */
export async function readLink(
  dark: SmallCopy,
  bright: SmallCopy,
  { kernels }: Pick<StageContext, "kernels">,
): Promise<LinkReadings> {
  const { width, height } = dark;
  const samples = new Int32Array(new SharedArrayBuffer(4 * lists.length));
  samples.set(lists.map((list) => list.reduce((bits, sample) => bits | (1 << sample), 0)));
  const found = {
    medians: new Float64Array(new SharedArrayBuffer(8 * lists.length * bins)),
    totals: new Int32Array(new SharedArrayBuffer(4 * lists.length * bins)),
    clipping: new Float64Array(new SharedArrayBuffer(8 * lists.length * 2)),
  };
  const limits = { calm: calm * 65535, clipAt: brightest * 65535, near: nearClipping };
  const step = strideFor(dark, cells) / cellSamples;
  const args = { dark: dark.data, bright: bright.data, samples, ...found, width, height, step, bins, ...limits };
  await kernels.run("readTones", args, lists.length, 1);
  const [all, ...byChannel] = lists.map((_, row) => readingsOf(found, row));
  return { all, byChannel };
}

interface Found {
  readonly medians: Float64Array;
  readonly totals: Int32Array;
  readonly clipping: Float64Array;
}

/**
 * The readings of a list. The darker frame's value at which the brighter one starts to clip is one of them: it uses the
 * whole picture, so it is correct even if most of the unclipped cells moved.
 */
function readingsOf({ medians, totals, clipping }: Found, row: number): Reading[] {
  const readings: Reading[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const bright = (bin + 0.5) / bins;
    const at = row * bins + bin;
    if (bright < darkest || bright > brightest || totals[at] === 0) continue;
    readings.push({ bright, dark: medians[at], count: totals[at] });
  }
  const [dark, count] = clipping.subarray(2 * row);
  if (readings.length > 0 && dark >= 0) readings.push({ bright: brightest, dark, count });
  return readings;
}
