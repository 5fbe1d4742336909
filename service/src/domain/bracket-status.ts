/**
 * `awaited` and `placed`: the file of an image, before and after its upload. `registered` and `held`: not part of an
 * image yet, before and after its upload. registered → held → placed, awaited → placed; each of them → deleted, which
 * is final.
 */
export type BracketState = "registered" | "awaited" | "held" | "placed" | "deleted";

/**
 * `upload`: all its bytes have arrived, which happens once. `place`: it becomes a frame of an image. `move`: it
 * becomes a frame of another image, or gets another place in its own.
 */
export type BracketChange = "upload" | "place" | "move" | "delete";

const transitions: Readonly<Record<BracketChange, Partial<Readonly<Record<BracketState, BracketState>>>>> = {
  upload: { registered: "held", awaited: "placed" },
  place: { held: "placed" },
  move: { held: "placed", placed: "placed" },
  delete: { registered: "deleted", awaited: "deleted", held: "deleted", placed: "deleted" },
};

/** The state after a change of a bracket; undefined if the change does not apply. */
export function bracketStateAfter(change: BracketChange, state: BracketState): BracketState | undefined {
  return transitions[change][state];
}

/** The state that a bracket's row implies. */
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
