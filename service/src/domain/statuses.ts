/** registered → processing → processed | error; each of them → processing again. */
export type ImageStatus = "registered" | "processing" | "processed" | "error";

/**
 * `begin`: an enhancement begins, the first or another. `refuse`: the day's limit is reached. `finish` and `fail`: the
 * enhancement has ended.
 */
export type ImageChange = "begin" | "refuse" | "finish" | "fail";

const imageTransitions: Readonly<Record<ImageChange, Partial<Readonly<Record<ImageStatus, ImageStatus>>>>> = {
  begin: { registered: "processing", processing: "processing", processed: "processing", error: "processing" },
  // A finished or running enhancement is not affected by a limit.
  refuse: { registered: "error", processing: "processing", processed: "processed", error: "error" },
  finish: { processing: "processed" },
  fail: { processing: "error" },
};

/** The state after a change of an image; undefined if the change does not apply. */
export function statusAfter(change: ImageChange, status: ImageStatus): ImageStatus | undefined {
  return imageTransitions[change][status];
}

/** Whether a change is an end that an event reports; an image that is processed already has no further end. */
export function isEnd(change: ImageChange, status: ImageStatus): boolean {
  const next = statusAfter(change, status);
  return next === "error" || (next === "processed" && status !== "processed");
}

/** `merging` until every grouping of its brackets has ended; each of the others → deleted, which is final. */
export type OrderState = "open" | "merging" | "deleted";

/**
 * `begin`: its brackets are being grouped, for the first time or again. `end`: the grouping has ended.
 */
export type OrderChange = "begin" | "end" | "delete";

/**
 * The state after a change of an order; undefined if the change does not apply. `others`: whether groupings remain
 * besides the one that begins or ends. A grouping that runs again after a crash can end twice.
 */
export function orderStateAfter(
  change: OrderChange,
  state: OrderState,
  { others }: { readonly others: boolean },
): OrderState | undefined {
  if (state === "deleted") return undefined;
  if (change === "delete") return "deleted";
  return change === "begin" || others ? "merging" : "open";
}

/** The status that clients see of an order, from its state and those of its images that are not frames of others. */
type OrderStatus = "waiting" | "processing" | "processed" | "error";

/** One of an order's images. */
interface OrderImage {
  readonly status: ImageStatus;
  /** Whether its file has not arrived, and its upload address is still valid. */
  readonly isAwaited: boolean;
}

/** A started order stays in progress while uploads are awaited, so that files may arrive one after another. */
export function isProcessing(images: readonly OrderImage[]): boolean {
  const isBegun = images.some(({ status }) => status !== "registered");
  return images.some(({ status, isAwaited }) => status === "processing" || (isBegun && isAwaited));
}

export function orderStatusOf(state: OrderState, images: readonly OrderImage[]): OrderStatus {
  if (state === "merging" || isProcessing(images)) return "processing";
  const done = images.filter(({ status }) => status !== "registered");
  if (done.length === 0) return "waiting";
  return done.every(({ status }) => status === "error") ? "error" : "processed";
}

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

const bracketTransitions: Readonly<Record<BracketChange, Partial<Readonly<Record<BracketState, BracketState>>>>> = {
  upload: { registered: "held", awaited: "placed" },
  place: { held: "placed" },
  move: { held: "placed", placed: "placed" },
  delete: { registered: "deleted", awaited: "deleted", held: "deleted", placed: "deleted" },
};

/** The state after a change of a bracket; undefined if the change does not apply. */
export function bracketStateAfter(change: BracketChange, state: BracketState): BracketState | undefined {
  return bracketTransitions[change][state];
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
