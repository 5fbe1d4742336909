import { flag, listOf, type OptionsInput, type OptionsOf } from "../../options/index.ts";
import { type DroppableGroup, droppableGroups } from "./kept-fields.ts";

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
  /** Places leave a result from everywhere unless somebody asks for them here. */
  keepLocation: flag(false, "Keep where the photograph was taken: coordinates and names of places"),
  /** The rest of what the photographer wrote comes along. */
  dropMetadata: listOf(droppableGroups, "Leave these out of what the photographer wrote, separated by commas"),
  /** IPTC digital source type and the list of operations. */
  disclosure: flag(
    true,
    "Write how the picture was made: IPTC digital source type, frame count and operations",
    "Do not write how the picture was made (IPTC digital source type, frame count, operations)",
  ),
} as const;

export type MetadataOptions = OptionsOf<typeof metadataOptions>;
export type MetadataOptionsInput = OptionsInput<typeof metadataOptions>;

/** The groups of fields that are left out. */
export function groupsDropped({ dropMetadata }: MetadataOptions): ReadonlySet<DroppableGroup> {
  const wanted = dropMetadata.split(",").map((name) => name.trim());
  return new Set(droppableGroups.filter((group) => wanted.includes(group)));
}
