import { flag, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const lensOptions = {
  /** Master switch of the stage. */
  lensCorrection: flag(
    true,
    "Correct the lens's distortion, colour fringes and vignetting by its measured profile.",
    "Leave the lens's distortion, colour fringes and vignetting as they are",
  ),
  /** Curved straight lines. */
  lensDistortion: flag(
    true,
    "Straighten lines that the lens curves.",
    "Leave the lens's distortion as it is, and correct the rest",
  ),
  /** Lateral chromatic aberration. */
  lensFringes: flag(
    true,
    "Align red and blue with green (lateral chromatic aberration), by the lens's profile or, without one, as measured in the picture.",
    "Leave the lens's colour fringes as they are, and correct the rest",
  ),
  /** Light fall-off. */
  lensVignetting: flag(
    true,
    "Even out the lens's fall-off of light towards the corners.",
    "Leave the lens's vignetting as it is, and correct the rest",
  ),
  /** A profile without all three measurements corrects only part of the lens's errors. */
  lensCoverage: oneOf(
    ["all", "complete"],
    "all",
    "Use every measured profile, or only those with distortion, colour fringes and vignetting",
  ),
  /** Cameras correct pictures that they develop themselves; a second correction would damage them. */
  lensTrustCamera: flag(
    true,
    "Assume that the camera corrected pictures that it developed (JPEG, HEIC): mirrorless and compact cameras completely, reflex cameras except for distortion.",
    "Assume that the camera did not correct JPEG and HEIC files, and correct them like RAW files",
  ),
} as const;

export type LensOptions = OptionsOf<typeof lensOptions>;
export type LensOptionsInput = OptionsInput<typeof lensOptions>;
