import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const perspectiveOptions = {
  /** A wall that is nearly faced shows level edges that converge slightly; photographers of rooms face it. */
  perspective: oneOf(
    ["verticals", "full", "off"],
    "verticals",
    "Makes upright edges upright where the camera was tilted or turned (verticals), also level edges level on a wall that it faces to 3° (full), or leaves the view as it is (off).",
  ),
  /** Some like a rest of the convergence. */
  perspectiveStrength: numberIn(0, 1, 1, "How much of the found tilt is corrected; 0 leaves the picture as it is."),
  /** A steep view up or down is meant. */
  maxPitchDeg: numberIn(
    0,
    30,
    15,
    "A camera that looked up or down by more is left alone: the view is taken as intended.",
  ),
  /** So is a picture turned by much. */
  maxRollDeg: numberIn(0, 20, 8, "A camera that was turned by more about its axis is left alone."),
  /** Straightening costs borders. */
  maxCropLoss: numberIn(
    0,
    0.9,
    0.35,
    "Share of the picture's area that the correction may cost; a tilt that would cost more is corrected in part.",
  ),
} as const;

export type PerspectiveOptions = OptionsOf<typeof perspectiveOptions>;
export type PerspectiveOptionsInput = OptionsInput<typeof perspectiveOptions>;
