import { droppableGroups, type KeptField, keptFields } from "./kept-fields.ts";

/** Decides which fields of what the photographer wrote are kept. */
export type Selection = (field: KeptField) => boolean;

export interface SelectionOptions {
  readonly dropMetadata: string;
  readonly keepMetadata: string;
  readonly keepLocation: boolean;
}

const isDroppable = ({ group }: KeptField) => droppableGroups.some((name) => name === group);

/** Tags that can be dropped by name, in every block that has them. */
export const droppableTags: readonly string[] = keptFields.filter(isDroppable).flatMap(namesOf);
/** Tags that can be kept by name: those, and the standard ones of places. */
export const keepableTags: readonly string[] = [
  ...droppableTags,
  ...keptFields.filter(({ group }) => group === "location").flatMap(namesOf),
];

/** A tag goes before its group, and what is kept before what is dropped. Rights and disclosure always stay. */
export function selectionOf({ dropMetadata, keepMetadata, keepLocation }: SelectionOptions): Selection {
  const [dropped, kept] = [dropMetadata, keepMetadata].map(
    (list) => new Set(list.split(",").map((name) => name.trim())),
  );
  return (field) => {
    const names = namesOf(field);
    if (names.some((name) => kept.has(name))) return true;
    if (field.group === "location") return keepLocation;
    if (names.some((name) => dropped.has(name))) return false;
    return kept.has(field.group) || !dropped.has(field.group);
  };
}

function namesOf({ tag, iptc, exif }: KeptField): string[] {
  return [tag, ...(iptc ? [iptc[0]] : []), ...(exif === undefined ? [] : [exif])];
}
