import { flag, type OptionsInput, type OptionsOf } from "../../options/index.ts";

/** Options of what is written into the result's metadata. */
export const metadataOptions = {
  /** What the photographer's camera wrote of itself and the exposure. */
  keepCameraData: flag(
    true,
    "Copy camera, lens, exposure and capture time of the reference frame into the result",
    "Leave camera, lens, exposure and capture time out of the result",
  ),
  /** Serial numbers link every picture of one camera, so they stay behind unless asked for. */
  keepSerialNumbers: flag(false, "Copy the serial numbers of body and lens too"),
  /** IPTC digital source type and the list of operations. */
  disclosure: flag(
    true,
    "Write how the picture was made: IPTC digital source type, frame count and operations",
    "Do not write how the picture was made (IPTC digital source type, frame count, operations)",
  ),
} as const;

export type MetadataOptions = OptionsOf<typeof metadataOptions>;
export type MetadataOptionsInput = OptionsInput<typeof metadataOptions>;
