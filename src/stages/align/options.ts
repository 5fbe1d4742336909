import { flag, numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const alignOptions = {
  /** Whether frames are moved. */
  align: flag(
    true,
    "Register the frames of a bracket to each other before they are merged.",
    "Merge the frames as they are, without registering them to each other (for a tripod that did not move)",
  ),
  /** Motion models that are considered. */
  alignModel: oneOf(
    ["euclidean", "similarity", "homography"],
    "homography",
    "Motion between frames: shift and rotation (euclidean), also scale (similarity), also perspective if it fits better (homography).",
  ),
  /** Handling of strips along the borders that a moved frame does not cover. */
  alignEdges: oneOf(
    ["fill", "crop"],
    "fill",
    "Borders that a moved frame does not show: fill them from the frame nearest in exposure and keep the reference frame's size and view, or crop to the area that all frames show.",
  ),
  /** The largest motion that is accepted. */
  maxShift: numberIn(0.001, 0.2, 0.05, "Largest shift between two frames, as a fraction of the longer edge."),
} as const;

export type AlignOptions = OptionsOf<typeof alignOptions>;
export type AlignOptionsInput = OptionsInput<typeof alignOptions>;
export type AlignModel = AlignOptions["alignModel"];
