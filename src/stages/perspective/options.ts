import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const perspectiveOptions = {
  /** If the camera nearly faces a wall, level edges on it converge slightly; photographers of rooms usually face it. */
  perspective: oneOf(
    ["verticals", "full", "off"],
    "verticals",
    "Make vertical edges upright if the camera was tilted or rolled (verticals), also make horizontal edges level on a wall that it faces within 3° (full), or do not change the view (off).",
  ),
  /** Some photographers prefer to keep part of the convergence. */
  perspectiveStrength: numberIn(0, 1, 1, "How much of the detected tilt is corrected; 0 does not change the picture."),
  /** A steep view up or down is intended. */
  maxPitchDeg: numberIn(
    0,
    30,
    15,
    "Largest pitch that is corrected, in degrees; a steeper view up or down is assumed to be intended.",
  ),
  /** A strong roll is intended too. */
  maxRollDeg: numberIn(0, 20, 8, "Largest roll of the camera that is corrected, in degrees."),
  /** Straightening crops the borders. */
  maxCropLoss: numberIn(
    0,
    0.9,
    0.35,
    "Largest share of the picture's area that the correction may crop; a tilt that needs more is corrected in part.",
  ),
} as const;

export type PerspectiveOptions = OptionsOf<typeof perspectiveOptions>;
export type PerspectiveOptionsInput = OptionsInput<typeof perspectiveOptions>;
