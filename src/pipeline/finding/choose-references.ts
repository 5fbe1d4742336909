import { EngineError } from "../../errors/index.ts";
import type { PhotoSet } from "./photo-set.ts";

/**
 * Sets the references that the caller chose, given as names of frames. Throws `input/reference` for a name that is not
 * a frame of any set, and for several names in one set.
 */
export function withChosen(sets: readonly PhotoSet[], names: readonly string[]): readonly PhotoSet[] {
  if (names.length === 0) return sets;
  const wanted = new Set(names);
  const chosen = sets.map((set) => set.frames.filter(({ file }) => wanted.has(file.name)).map(({ file }) => file.name));
  const known = new Set(chosen.flat());
  const faults = [
    ...[...wanted].filter((name) => !known.has(name)).map((name) => `${name} is ${whatIs(name, sets)}`),
    ...chosen.filter(({ length }) => length > 1).map((several) => `${several.join(" and ")} are frames of one set`),
  ];
  if (faults.length > 0) {
    const message = `group: references must be frames of this call, at most one for each set; ${faults.join("; ")}`;
    throw new EngineError("input/reference", message, { files: names });
  }
  return sets.map((set, i) => (chosen[i].length === 0 ? set : withReference(set, chosen[i][0])));
}

function withReference({ pictureEvs, ...set }: PhotoSet, name: string): PhotoSet {
  const reference = set.frames.findIndex(({ file }) => file.name === name);
  const evs = pictureEvs && { pictureEvs: pictureEvs.map((ev) => ev - pictureEvs[reference]) };
  return { ...set, reference, isChosen: true, ...evs };
}

/** What a name that is not that of a frame refers to, for the message. */
function whatIs(name: string, sets: readonly PhotoSet[]): string {
  const isIn = (files: PhotoSet["frames"]) => files.some(({ file }) => file.name === name);
  if (sets.some(({ flash }) => isIn(flash))) return "a flash frame, which cannot be the reference";
  if (sets.some(({ twins }) => isIn(twins))) return "the second file of another frame";
  return "unknown";
}
