import { fittingScale, growsUpTo, type LensCorrection, type RadialModel } from "../../ops/index.ts";
import { type Shot, type TermRules, termsAtFocal, vignettingAt } from "./calibration.ts";
import type { LensEntry } from "./database.ts";
import { sensors } from "./params.ts";

/** Which kinds of error are wanted corrected. */
export interface Wanted {
  /** Curved straight lines. */
  readonly distortion: boolean;
  /** Colour fringes (lateral chromatic aberration). */
  readonly tca: boolean;
  /** Fall-off of light towards the corners. */
  readonly vignetting: boolean;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Crop factor of the camera. */
  readonly crop: number;
}

const distortionRules: TermRules = [1, 0, 0, 0, 0];
const tcaRules: TermRules = ["as-is", 0, 0, "as-is", 0, 0];

/**
 * The correction of one shot from the entries of its lens, as lensfun defines its models: each kind of error from the
 * entry measured on the smallest sensor that covers the camera's. Kinds without a usable calibration stay out;
 * `undefined` when all do.
 */
export function buildCorrection(
  entries: readonly LensEntry[],
  shot: Shot,
  frame: Frame,
  wanted: Wanted,
): LensCorrection | undefined {
  const { width, height, crop } = frame;
  const diagonalPx = Math.hypot(Math.max(1, width - 1), Math.max(1, height - 1)) / 2;
  const covering = entries
    .filter((entry) => entry.crop <= crop * sensors.cropSlack)
    .toSorted((a, b) => b.crop - a.crop);
  // Radii in half diagonals of the calibration sensor, or in halves of its shorter side.
  const diagonals = (entry: LensEntry): number => entry.crop / crop / diagonalPx;
  const shortSides = (entry: LensEntry): number => diagonals(entry) * Math.hypot(entry.aspect, 1);

  const distortion = firstModel(covering, wanted.distortion, shortSides, (e) =>
    termsAtFocal(e.distortion, shot.focalMm, distortionRules),
  );
  const tca = firstModel(covering, wanted.tca, shortSides, (e) => termsAtFocal(e.tca, shot.focalMm, tcaRules));
  const vignetting = firstModel(covering, wanted.vignetting, diagonals, (e) => vignettingAt(e.vignetting, shot));
  const isSound = !distortion || growsUpTo(distortion, diagonalPx * 1.1);
  if (!isSound || (!distortion && !tca && !vignetting)) return undefined;
  const unscaled: LensCorrection = {
    width,
    height,
    scale: 1,
    ...(distortion && { distortion }),
    ...(tca && { tca: { unitsPerPx: tca.unitsPerPx, red: tca.terms.slice(0, 3), blue: tca.terms.slice(3) } }),
    ...(vignetting && { vignetting }),
  };
  const scale = fittingScale(unscaled);
  return scale === undefined ? undefined : { ...unscaled, scale };
}

function firstModel(
  entries: readonly LensEntry[],
  isWanted: boolean,
  unitsOf: (entry: LensEntry) => number,
  termsOf: (entry: LensEntry) => readonly number[] | undefined,
): RadialModel | undefined {
  if (!isWanted) return undefined;
  for (const entry of entries) {
    const terms = termsOf(entry);
    if (terms) return { unitsPerPx: unitsOf(entry), terms };
  }
  return undefined;
}
