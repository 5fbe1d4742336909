import { distortPoint, growsUpTo, type LensCorrection, type RadialModel } from "../../ops/index.ts";
import { type Shot, type TermRules, termsAtFocal, vignettingAt } from "./calibration.ts";
import type { LensEntry } from "./database.ts";

/** Which kinds of error are wanted corrected. */
export interface Wanted {
  readonly distortion: boolean;
  readonly tca: boolean;
  readonly vignetting: boolean;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Crop factor of the camera. */
  readonly crop: number;
}

/** A calibration made on a sensor this little smaller than the camera's still covers it: crop factors are rounded. */
const CROP_SLACK = 1.04;

const distortionRules: TermRules = [1, 0, 0, 0, 0];
const tcaRules: TermRules = ["as-is", 0, 0, "as-is", 0, 0];

/** A scale outside this range means a model that does not belong to the picture. */
const SCALE_RANGE = [0.5, 2] as const;

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
  const covering = entries.filter((entry) => entry.crop <= crop * CROP_SLACK).toSorted((a, b) => b.crop - a.crop);
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

const SAMPLES_PER_EDGE = 128;

/**
 * The smallest scale at which every pixel of the corrected picture, in every channel, comes from inside the source.
 * Radial models that grow steadily keep the border outermost, so it is enough to look along it. `undefined` outside
 * SCALE_RANGE.
 */
export function fittingScale(correction: LensCorrection): number | undefined {
  if (!correction.distortion && !correction.tca) return 1;
  let [low, high] = SCALE_RANGE as readonly [number, number];
  if (!coversBorder({ ...correction, scale: high })) return undefined;
  if (coversBorder({ ...correction, scale: low })) return undefined;
  for (let i = 0; i < 32; i++) {
    const middle = (low + high) / 2;
    if (coversBorder({ ...correction, scale: middle })) high = middle;
    else low = middle;
  }
  return high;
}

function coversBorder(correction: LensCorrection): boolean {
  const [right, bottom] = [correction.width - 1, correction.height - 1];
  const slack = 1e-6;
  const isInside = (x: number, y: number): boolean =>
    [0, 1, 2].every((channel) => {
      const source = distortPoint(correction, x, y, channel);
      return source.x >= -slack && source.y >= -slack && source.x <= right + slack && source.y <= bottom + slack;
    });
  // By symmetry about the centre, a quarter of the border stands for all of it.
  for (let i = 0; i <= SAMPLES_PER_EDGE; i++) {
    const part = i / SAMPLES_PER_EDGE / 2;
    if (!isInside(right * part, 0) || !isInside(0, bottom * part)) return false;
  }
  return true;
}
