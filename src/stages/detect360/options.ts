import { type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

/** Options of the 360° detection. */
export const detect360Options = {
  /** `on` treats every picture of 2:1 as a full sphere, `off` treats none as one. */
  panorama: oneOf(["auto", "on", "off"], "auto", "Whether 2:1 pictures are treated as 360° panoramas"),
} as const;

export type Detect360Options = OptionsOf<typeof detect360Options>;
export type Detect360OptionsInput = OptionsInput<typeof detect360Options>;
