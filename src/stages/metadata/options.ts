import { flag, listOf, type OptionsInput, type OptionsOf } from "../../options/index.ts";
import { droppableGroups, droppableTags, keepableTags } from "./kept-fields.ts";

/** Options for the result's metadata. */
export const metadataOptions = {
  /** Camera and exposure data written by the camera. */
  keepCameraData: flag(
    true,
    "Copy camera, lens, exposure and capture time of the reference frame into the result",
    "Do not copy camera, lens, exposure and capture time into the result",
  ),
  /** Serial numbers link all pictures of a camera, so they are only copied on request. */
  keepSerialNumbers: flag(false, "Copy the serial numbers of body and lens too"),
  /** Locations are removed from all fields of a result, unless kept here. */
  keepLocation: flag(false, "Keep the location of the photograph: coordinates and names of places"),
  /** All other metadata written by the photographer is kept. */
  dropMetadata: listOf(droppableGroups, "Drop these parts of the photographer's metadata", {
    names: droppableTags,
    what: "or a tag such as XMP-dc:Title",
  }),
  /** Takes precedence over `dropMetadata`, for each tag. */
  keepMetadata: listOf(droppableGroups, "Keep these even if their group is dropped", {
    names: keepableTags,
    what: "or a tag such as XMP-dc:Title or, for a location, XMP-photoshop:City",
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
