import { Dice } from "../../dice.ts";
import { drawResponses, type Response } from "./response.ts";

/** Rows of a 3 × 3 matrix. */
export type Matrix = readonly number[];

/** A camera with its settings, which converts scene light to a JPEG. */
export interface SimulatedCamera {
  readonly response: { readonly kind: string; readonly channels: readonly Response[] };
  /** White-balanced sensor colours to linear sRGB; rows sum to 1. */
  readonly matrix: Matrix;
  /** Clipping level of each sensor channel, after white balance; 1 is white. */
  readonly fullAt: readonly [number, number, number];
  /** Picture style: chroma of the result relative to the scene. */
  readonly saturation: number;
  /** Electrons in a pixel at white, and read noise in electrons. */
  readonly fullWell: number;
  readonly readNoise: number;
  /** Relative loss of light in the corners. */
  readonly vignetting: number;
  /** Stray light, as a share of the mean. */
  readonly flare: number;
  /** Unsharp masking, as a share of the difference from the neighbours' mean. */
  readonly sharpening: number;
  readonly quality: number;
}

/** One exposure of a bracket. */
export interface Exposure {
  /** Light relative to the bracket's middle, EV. */
  readonly ev: number;
  /** Errors of the gains of red and blue: drifting white balance. */
  readonly drift: readonly [number, number];
  /** Smooth displacement that remains after alignment: amplitude in px, and seed of the field. */
  readonly displacedPx: number;
}

export interface ExposurePlan {
  readonly exposures: readonly Exposure[];
  /** Exposures stated by the files, EV at ISO 100 (larger is darker); undefined if they do not state it. */
  readonly exposuresEv: readonly (number | undefined)[];
  readonly told: ToldKind;
}

export type ToldKind = "right" | "none" | "one missing" | "rounded" | "all equal" | "one wrong" | "steps scaled";

const identity: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function drawCamera(seed: number): SimulatedCamera {
  const dice = new Dice(0x20000 + seed);
  const response = drawResponses(dice);
  const clean = dice.chance(0.15);
  const row = (at: number) => {
    const [first, second] = [dice.between(0.1, 0.75), dice.between(-0.05, 0.35)];
    const others = [0, 1, 2].filter((c) => c !== at);
    const values = [0, 0, 0];
    values[at] = 1 + first + second;
    values[others[0]] = -first;
    values[others[1]] = -second;
    return values;
  };
  const rows = [row(0), row(1), row(2)];
  const clips = [0, 1, 2].map((c) => (c === 1 || dice.chance(0.88) ? 1 : dice.between(1, 1.25)));
  return {
    response,
    matrix: clean ? identity : rows.flat(),
    fullAt: [clips[0], clips[1], clips[2]],
    saturation: dice.between(0.8, 1.5),
    fullWell: 2 ** dice.between(12.5, 16.5),
    readNoise: dice.between(2, 12),
    vignetting: dice.chance(0.6) ? dice.between(0, 0.45) : 0,
    flare: dice.chance(0.5) ? dice.between(0, 0.012) : 0,
    sharpening: dice.chance(0.5) ? dice.between(0, 0.6) : 0,
    quality: dice.whole(75, 97),
  };
}

/** A bracket by a careful photographer: common, close to the right exposure, in steady light, with correct metadata. */
export function drawCarefulExposures(seed: number): ExposurePlan {
  const dice = new Dice(0x50000 + seed);
  const [count, stepEv] = dice.pick([
    [3, 2],
    [5, 1],
    [5, 2],
    [3, 1.5],
  ] as const);
  const middle = dice.between(-0.3, 0.3);
  const evs = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * stepEv + middle);
  const exposures = evs.map((ev) => ({ ev, drift: [1, 1] as const, displacedPx: 0 }));
  return { exposures, told: "right", exposuresEv: evs.map((ev) => 8 - ev) };
}

/** Exposures of a bracket and the exposures stated in its files. `most` is the maximum number of frames. */
export function drawExposures(seed: number, most = 9): ExposurePlan {
  const dice = new Dice(0x30000 + seed);
  const common = dice.pick([
    [3, 2],
    [3, 1],
    [3, 2],
    [5, 1],
    [5, 2],
    [7, 1],
    [9, 1],
    [2, 2],
    [3, 3],
  ] as const);
  const free = [dice.whole(2, 9), dice.between(0.5, 4)] as const;
  const [wanted, stepEv] = dice.chance(0.6) ? common : free;
  // Limited to 12 stops between the first and the last frame, which photographers do not exceed.
  const count = Math.max(2, Math.min(wanted, most, 1 + Math.floor(12 / stepEv)));
  const middle = dice.between(-1, 1) + (dice.chance(0.3) ? dice.pick([-0.5, 0.5]) * stepEv : 0);
  const evs = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * stepEv + middle);
  const order = dice.pick(["up", "down", "middle first"]);
  if (order === "down") evs.reverse();
  if (order === "middle first") evs.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  const drifts = dice.chance(0.3) ? dice.between(0.005, 0.08) : 0;
  const displaced = dice.chance(0.6) ? dice.between(0, 0.5) : 0;
  const exposures = evs.map((ev, i) => ({
    ev,
    drift: [1 + drifts * dice.between(-1, 1), 1 + drifts * dice.between(-1, 1)] as const,
    displacedPx: i === 0 ? 0 : displaced,
  }));
  return { exposures, ...tell(dice, evs) };
}

function tell(dice: Dice, evs: readonly number[]): Pick<ExposurePlan, "exposuresEv" | "told"> {
  const right = evs.map((ev) => 8 - ev);
  const which = dice.whole(0, evs.length - 1);
  const turn = dice.between(0, 1);
  const sign = dice.pick([-1, 1]);
  if (turn < 0.45) return { told: "right", exposuresEv: right };
  if (turn < 0.68) return { told: "none", exposuresEv: right.map(() => undefined) };
  if (turn < 0.73) return { told: "one missing", exposuresEv: right.map((ev, i) => (i === which ? undefined : ev)) };
  if (turn < 0.83) return { told: "rounded", exposuresEv: right.map((ev) => Math.round(3 * ev) / 3) };
  if (turn < 0.88) return { told: "all equal", exposuresEv: right.map(() => right[0]) };
  if (turn < 0.94)
    return {
      told: "one wrong",
      exposuresEv: right.map((ev, i) => (i === which ? ev + sign * dice.between(0.7, 2) : ev)),
    };
  const scale = 2 ** (sign * dice.between(0.2, 0.7));
  return { told: "steps scaled", exposuresEv: right.map((ev) => 8 + (ev - 8) * scale) };
}

/** The inverse of a 3 × 3 matrix, by cofactors. */
export function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const cofactors = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f];
  const last = [d * h - e * g, b * g - a * h, a * e - b * d];
  const determinant = a * cofactors[0] + b * cofactors[3] + c * last[0];
  return [...cofactors, ...last].map((value) => value / determinant);
}
