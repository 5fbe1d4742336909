import { quantiles } from "../../../ops/index.ts";
import { exposures, looked } from "../params.ts";
import { type Colours, shareInGamut } from "./held-colours.ts";

/** The global curve's parameters; see {@link curveOf}. */
export interface ExposurePlan {
  /** Display value that becomes black, 0 to 0.15. */
  readonly black: number;
  /** Slope of the exposure curve at black (display values). */
  readonly gain: number;
  /** How long the exposure curve stays straight before its shoulder, 1.2 (soft) to 6. */
  readonly sharpness: number;
  /** Slope of the mid-tone lift at black, 1 and above. */
  readonly lift: number;
}

/**
 * How much of a logarithmic distance to a target is gone: most of a small one, less of a large one, because what is far
 * from the target is often meant to be dark. The rest keeps a dark scene darker than a light one.
 */
function approach(distance: number): number {
  return (
    (Math.sign(distance) * Math.max(0, Math.abs(distance) - exposures.tolerance)) / (1 + 0.25 * Math.abs(distance))
  );
}

/** What a picture's exposure is to become, and what is known of it. */
interface ExposureTarget {
  /** Display value towards which the median is brought. */
  readonly targetLuma: number;
  /** 0 to 1: how much of all logarithmic steps is done. */
  readonly amount: number;
  /** Stops on top of all that. */
  readonly offsetEv: number;
  /** 0 to 1: how far a bright sky holds the exposure down, and how surely lights shine under a dark one. */
  readonly againstSky?: number;
  readonly night?: number;
  /** What rows weigh; all alike where it is not given. */
  readonly areas?: Float32Array | undefined;
  /** The picture's colours, which the automatic steps keep in the gamut. */
  readonly colours?: Colours | undefined;
}

/**
 * Plans exposure for display luma samples. Highlights first: a gain brings the bright end (95th percentile) towards
 * where retouchers put it, then a lift brings the median towards the target; neither is done fully, and both no
 * further than the picture's colours stay in the gamut. Display values count as gamma 2.2: a stop is a factor
 * 2^(1/2.2).
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
  // The offset comes last, or the automatic steps would work against it.
  return planFor(share, 2 ** (offsetEv / 2.2));
}

/** The planned curve: black point, exposure with shoulder, mid-tone lift. Monotone, 0 stays 0 and 1 stays 1. */
export function curveOf(plan: ExposurePlan): (value: number) => number {
  return (value) => hyperbola(shoulder(toe(value, plan.black), plan.gain, plan.sharpness), plan.lift);
}

/** Straight until the brightest thing leaves the range, softer the further out it would be. */
function sharpnessFor(exposedWhite: number): number {
  return Math.min(6, Math.max(1.3, 6 - ((exposedWhite - 0.85) / 0.45) * 4.7));
}

/** Takes `black` away with a parabolic toe below twice its value, and stretches so that 1 stays 1. */
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
