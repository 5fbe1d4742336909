import type { ImageStatus } from "./image-status.ts";

/** `merging` while any grouping of its brackets is not over; from both others to deleted, which is the end. */
export type OrderState = "open" | "merging" | "deleted";

/**
 * `begin`: its brackets are about to be grouped, once more or for the first time. `end`: one grouping of them is over.
 */
export type OrderChange = "begin" | "end" | "delete";

/**
 * What a change makes of an order; undefined where there is nothing to be changed. `others`: whether a grouping is not
 * over besides the one that begins or ends. One that a crash had begun again ends twice.
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

/** What clients see of an order that is not deleted, by its state and those of its images that are no frames. */
export type OrderStatus = "waiting" | "processing" | "processed" | "error";

/** One of an order's images. */
export interface OrderImage {
  readonly status: ImageStatus;
  /** Whether its file has not come, and its upload address still works. */
  readonly isAwaited: boolean;
}

/** An order that was begun stays in progress while uploads are awaited, so that files may come one after another. */
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
