import { cellSamples } from "../../../../src/kernels/declarations/cells.ts";
import { meanOfGreen, type ReadTonesArgs, toneSteps } from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Positions of green and its spread in a cell. */
const [green, spread] = [1, 4];

interface Tone {
  readonly dark: number;
  readonly bright: number;
  readonly isCalm: boolean;
}

export function readTones(args: ReadTonesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { samples, medians, totals, clipping, bins } = args;
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    const wanted = Array.from({ length: meanOfGreen + 1 }, (_, c) => c).filter((c) => (samples[row] >> c) & 1);
    const tones = wanted.flatMap((sample) => tonesOf(args, sample));
    for (let bin = 0; bin < bins; bin++) {
      const values = tones.filter(({ bright, isCalm }) => isCalm && Math.floor((bright * bins) / 65536) === bin);
      totals[row * bins + bin] = values.length;
      medians[row * bins + bin] = medianOf(values.map(({ dark }) => stepOf(dark)));
    }
    clipping.set(clippingOf(tones, args), 2 * row);
  }
}

function tonesOf({ dark, bright, width, height, step, calm }: ReadTonesArgs, sample: number): Tone[] {
  const tones: Tone[] = [];
  for (let cell = 0; cell < width * height; cell += step) {
    const at = cell * cellSamples;
    const toneIn = (copy: ReadTonesArgs["dark"]) =>
      sample === meanOfGreen
        ? Math.sqrt(Math.max(0, copy[at + green] ** 2 - copy[at + spread] ** 2))
        : copy[at + sample];
    const isCalm = dark[at + spread] <= calm && bright[at + spread] <= calm;
    tones.push({ dark: toneIn(dark), bright: toneIn(bright), isCalm });
  }
  return tones;
}

const stepOf = (value: number) => Math.floor((value * toneSteps) / 65536);

/** The median within the step that contains it, as if the values of a step were spread evenly. */
function medianOf(steps: readonly number[]): number {
  if (steps.length === 0) return 0;
  const half = steps.length / 2;
  const sorted = [...steps].sort((a, b) => a - b);
  const step = sorted[Math.ceil(half) - 1];
  const below = sorted.filter((each) => each < step).length;
  const within = sorted.filter((each) => each === step).length;
  return (step + (half - below) / within) / toneSteps;
}

/** Tries each boundary between clipped and unclipped cells; the middle of the best ones counts. */
function clippingOf(tones: readonly Tone[], { clipAt, near }: ReadTonesArgs): [number, number] {
  const balances = new Float64Array(toneSteps);
  for (const { dark, bright } of tones) balances[stepOf(dark)] += bright < clipAt ? -1 : 1;
  let wrong = 0;
  const wrongUpTo = [0, ...balances.map((balance) => (wrong += balance))];
  const least = Math.min(...wrongUpTo);
  const [first, last] = [wrongUpTo.indexOf(least), wrongUpTo.lastIndexOf(least)];
  if (first === 0 || last === toneSteps) return [-1, 0];
  const middle = (first + last) / 2;
  const [from, to] = [Math.floor(middle * (1 - near)), Math.ceil(middle * (1 + near))];
  const isNear = ({ dark }: Tone) => stepOf(dark) >= from && stepOf(dark) < to;
  return [middle / toneSteps, tones.filter(isNear).length];
}
