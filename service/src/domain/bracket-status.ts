/**
 * `awaited` and `placed`: it is the file of an image, before and after its upload. `registered` and `held`: it is no
 * image's yet, before and after its upload. registered → held → placed, awaited → placed; from each to deleted, which
 * is the end.
 */
export type BracketState = "registered" | "awaited" | "held" | "placed" | "deleted";

/** `upload`: its bytes came whole, which happens once. `place`: it becomes a frame of an image. */
export type BracketChange = "upload" | "place" | "delete";

const transitions: Readonly<Record<BracketChange, Partial<Readonly<Record<BracketState, BracketState>>>>> = {
  upload: { registered: "held", awaited: "placed" },
  place: { held: "placed" },
  delete: { registered: "deleted", awaited: "deleted", held: "deleted", placed: "deleted" },
};

/** What a change makes of a bracket; undefined where there is nothing to be changed. */
export function bracketStateAfter(change: BracketChange, state: BracketState): BracketState | undefined {
  return transitions[change][state];
}

/** By what is kept of it. */
export function bracketStateOf({
  is_deleted,
  image_id,
  source,
}: {
  readonly is_deleted: boolean;
  readonly image_id: string | null;
  readonly source: object | null;
}): BracketState {
  if (is_deleted) return "deleted";
  if (image_id === null) return source === null ? "registered" : "held";
  return source === null ? "awaited" : "placed";
}
