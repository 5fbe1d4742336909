/** The frames of one picture, in their order. */
export interface KnownSet {
  readonly imageId: string;
  readonly bracketIds: readonly string[];
}

export type GroupingAction = "join" | "each" | "move" | "first";

/**
 * The lists of frames that a click means; a sentence for people if it means none. `chosen` are the selected frames, in
 * the order of the page.
 */
export function askedLists(
  action: GroupingAction,
  chosen: readonly string[],
  { sets, target }: { readonly sets: readonly KnownSet[]; readonly target: string | undefined },
): readonly (readonly string[])[] | string {
  if (chosen.length === 0) return "Select frames first.";
  if (action === "join") return [chosen];
  if (action === "each") return chosen.map((id) => [id]);
  if (action === "move") {
    const own = sets.find(({ imageId }) => imageId === target)?.bracketIds;
    if (!own) return "Choose the picture to move the frames to.";
    const added = chosen.filter((id) => !own.includes(id));
    return added.length === 0 ? "The selected frames are in this picture already." : [[...own, ...added]];
  }
  if (chosen.length > 1) return "Select one frame to put it first.";
  const set = sets.find(({ bracketIds }) => bracketIds.includes(chosen[0]));
  if (!set || set.bracketIds[0] === chosen[0]) return "This frame is the first already.";
  return [[chosen[0], ...set.bracketIds.filter((id) => id !== chosen[0])]];
}
