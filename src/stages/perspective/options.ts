import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const perspectiveOptions = {
  /** If the camera nearly faces a wall, level edges on it converge slightly; photographers of rooms usually face it. */
  perspective: oneOf(
    ["verticals", "full", "off"],
    "verticals",
    "Makes upright edges upright where the camera was tilted or turned (verticals), also level edges level on a wall that it faces to 3° (full), or does not change the view (off).",
  ),
  /** Some photographers prefer to keep part of the convergence. */
  perspectiveStrength: numberIn(0, 1, 1, "How much of the detected tilt is corrected; 0 does not change the picture."),
  /** A steep view up or down is intended. */
  maxPitchDeg: numberIn(
    0,
    30,
    15,
    "Largest pitch that is corrected, in degrees; a camera that looked further up or down is taken as intended.",
  ),
  /** A strong roll is intended too. */
  maxRollDeg: numberIn(0, 20, 8, "Largest roll of the camera about its axis that is corrected, in degrees."),
  /** Straightening crops the borders. */
  maxCropLoss: numberIn(
    0,
    0.9,
    0.35,
    "Share of the picture's area that the correction may cost; a tilt that would cost more is corrected in part.",
  ),
} as const;

export type PerspectiveOptions = OptionsOf<typeof perspectiveOptions>;
export type PerspectiveOptionsInput = OptionsInput<typeof perspectiveOptions>;
