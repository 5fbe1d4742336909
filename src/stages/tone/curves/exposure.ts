import { quantiles } from "../../../ops/index.ts";
import { exposures, looked } from "../params.ts";
import { type Colours, shareInGamut } from "./held-colours.ts";

/** Parameters of the global curve; see {@link curveOf}. */
export interface ExposurePlan {
  /** Display value that becomes black, 0 to 0.15. */
  readonly black: number;
  /** Slope of the exposure curve at black (display values). */
  readonly gain: number;
  /** Sharpness of the shoulder, 1.2 (soft) to 6: the higher, the longer the curve stays straight. */
  readonly sharpness: number;
  /** Slope at black of the mid-tone lift, at least 1. */
  readonly lift: number;
}

/**
 * Part of a logarithmic distance to a target that is corrected: most of a small one, less of a large one, because what
 * is far from the target is often meant to be dark. The remainder keeps a dark scene darker than a light one.
 */
function approach(distance: number): number {
  return (
    (Math.sign(distance) * Math.max(0, Math.abs(distance) - exposures.tolerance)) / (1 + 0.25 * Math.abs(distance))
  );
}

/** Exposure that a picture should get, and what is known about the picture. */
interface ExposureTarget {
  /** Display value towards which the median is moved. */
  readonly targetLuma: number;
  /** Share of each logarithmic step that is applied, 0 to 1. */
  readonly amount: number;
  /** Stops added after the automatic exposure. */
  readonly offsetEv: number;
  /** How strongly a bright sky holds the exposure down, and how certain a night scene with lights is, 0 to 1 each. */
  readonly againstSky?: number;
  readonly night?: number;
  /** Weight of each row; equal weights if absent. */
  readonly areas?: Float32Array | undefined;
  /** Colours of the picture; if given, the automatic steps keep them in the gamut. */
  readonly colours?: Colours | undefined;
}

/**
 * Plans exposure for display luma samples. First a gain moves the bright end (95th percentile) towards the level that
 * retouchers choose, then a lift moves the median towards the target. Both are applied in part, and only as far as the
 * picture's colours stay in the gamut. Display values count as gamma 2.2: a stop is a factor 2^(1/2.2).
 */
export function planExposure(
  luma: Float32Array,
  { targetLuma, amount, offsetEv, againstSky = 0, night = 0, areas, colours }: ExposureTarget,
): ExposurePlan {
  const [shadow, median, bright, white] = quantiles(luma, looked.quantiles, areas);
  const black = amount * Math.min(0.12, 0.85 * shadow, 0.4 * median);
  const levels = (value: number) => toe(value, black);

  const wanted = approach(Math.log(exposures.brightTarget / Math.max(0.02, levels(bright))));
  const tooBright = Math.max(0, Math.log(Math.max(0.02, levels(median)) / targetLuma));
  const automatic = wanted >= 0 ? Math.min(Math.log(exposures.maxGain), wanted) : Math.max(wanted, -0.35 * tooBright);
  const gain = Math.exp(amount * automatic);

  const exposed = Math.max(0.01, shoulder(levels(median), gain, sharpnessFor(gain * levels(white))));
  const distance = Math.log(targetLuma / exposed);
  const lifted = exposed * Math.exp(amount * approach(Math.max(0, distance)));
  // The hyperbola through (exposed, lifted): see `hyperbola`.
  const wantedLift = (lifted * (1 - exposed)) / (exposed * (1 - lifted));
  const largest =
    exposures.maxLift +
    againstSky * (exposures.maxLiftAgainstSky - exposures.maxLift) +
    night * (exposures.maxLiftAtNight - exposures.maxLift);
  const most = 1 + amount * (largest / Math.max(1, gain) ** 0.7 - 1);
  const lift = Math.max(1, Math.min(most, wantedLift));

  const planFor = (share: number, offset: number) => {
    const exposure = gain ** (gain > 1 ? share : 1) * offset;
    return { black, gain: exposure, sharpness: sharpnessFor(exposure * levels(white)), lift: lift ** share };
  };
  const share = colours ? shareInGamut(colours, (tried) => curveOf(planFor(tried, 1))) : 1;
  // The offset is applied last, otherwise the automatic steps would counteract it.
  return planFor(share, 2 ** (offsetEv / 2.2));
}

/** The planned curve: black point, exposure with shoulder, mid-tone lift. Monotone, maps 0 to 0 and 1 to 1. */
export function curveOf(plan: ExposurePlan): (value: number) => number {
  return (value) => hyperbola(shoulder(toe(value, plan.black), plan.gain, plan.sharpness), plan.lift);
}

/** Straight as long as white stays in range, softer the further it would leave it. */
function sharpnessFor(exposedWhite: number): number {
  return Math.min(6, Math.max(1.3, 6 - ((exposedWhite - 0.85) / 0.45) * 4.7));
}

/** Subtracts `black`, with a parabolic toe below twice its value, and stretches so that 1 stays 1. */
export function toe(value: number, black: number): number {
  if (black <= 0) return value;
  const cut = value < 2 * black ? value ** 2 / (4 * black) : value - black;
  return cut / (1 - black);
}

/** Slope `gain` at 0, through (1, 1): x·e / (1 + (e^p − 1)·x^p)^(1/p). */
export function shoulder(value: number, gain: number, sharpness: number): number {
  return (gain * value) / (1 + (gain ** sharpness - 1) * value ** sharpness) ** (1 / sharpness);
}

/** Slope `lift` at 0, 1/`lift` at 1: x·e / (1 + (e − 1)·x). */
function hyperbola(value: number, lift: number): number {
  return (lift * value) / (1 + (lift - 1) * value);
}
