import { flag, type OptionsInput, type OptionsOf } from "../../options/index.ts";

export const lensOptionTable = {
  /** Master switch of the stage. */
  lensCorrection: flag(true, "Correct the lens's distortion, colour fringes and vignetting by its measured profile."),
  /** Curved straight lines. */
  lensDistortion: flag(true, "Straighten the curved lines that the lens draws."),
  /** Lateral chromatic aberration. */
  lensFringes: flag(true, "Bring red and blue onto green (lateral chromatic aberration)."),
  /** Light fall-off. */
  lensVignetting: flag(true, "Even out the lens's fall-off of light towards the corners."),
  /** Cameras correct what they develop themselves; correcting it again would spoil it. */
  lensTrustCamera: flag(
    true,
    "Take pictures that the camera developed (JPEG, HEIC) as corrected by it: mirrorless and compact cameras altogether, reflex cameras but for distortion.",
  ),
} as const;

export type LensOptions = OptionsOf<typeof lensOptionTable>;
export type LensOptionsInput = OptionsInput<typeof lensOptionTable>;
