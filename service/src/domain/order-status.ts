import type { ImageStatus } from "./image-status.ts";

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
export type OrderStatus = "waiting" | "processing" | "processed" | "error";

/** One of an order's images. */
export interface OrderImage {
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
