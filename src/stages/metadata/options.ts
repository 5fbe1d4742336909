import { flag, listOf, type OptionsInput, type OptionsOf } from "../../options/index.ts";
import { droppableGroups, droppableTags, keepableTags } from "./kept-fields.ts";

/** Options of what is written into the result's metadata. */
export const metadataOptions = {
  /** What the photographer's camera wrote of itself and the exposure. */
  keepCameraData: flag(
    true,
    "Copy camera, lens, exposure and capture time of the reference frame into the result",
    "Do not copy camera, lens, exposure and capture time into the result",
  ),
  /** Serial numbers link every picture of one camera, so they stay behind unless asked for. */
  keepSerialNumbers: flag(false, "Copy the serial numbers of body and lens too"),
  /** Places leave a result from everywhere unless somebody asks for them here. */
  keepLocation: flag(false, "Keep the location of the photograph: coordinates and names of places"),
  /** The rest of what the photographer wrote comes along. */
  dropMetadata: listOf(droppableGroups, "Drop these from what the photographer wrote, separated by commas", {
    names: droppableTags,
    what: "or a tag such as XMP-dc:Title",
  }),
  /** Goes before `dropMetadata`, tag by tag. */
  keepMetadata: listOf(droppableGroups, "Keep these although their group is dropped, separated by commas", {
    names: keepableTags,
    what: "or a tag such as XMP-dc:Title, also one of a place such as XMP-photoshop:City",
  }),
  /** IPTC digital source type and the list of operations. */
  disclosure: flag(
    true,
    "Write how the picture was made: IPTC digital source type, frame count and operations",
    "Do not write how the picture was made (IPTC digital source type, frame count, operations)",
  ),
} as const;

export type MetadataOptions = OptionsOf<typeof metadataOptions>;
export type MetadataOptionsInput = OptionsInput<typeof metadataOptions>;
