import type { ImageStatus } from "./image-status.ts";

/** open → merging → open; from both to deleted, which is the end. */
export type OrderState = "open" | "merging" | "deleted";

/** `begin`: its brackets are about to be grouped. `end`: they are images now. */
export type OrderChange = "begin" | "end" | "delete";

const transitions: Readonly<Record<OrderChange, Partial<Readonly<Record<OrderState, OrderState>>>>> = {
  begin: { open: "merging", merging: "merging" },
  // A job that a crash had begun again ends twice.
  end: { open: "open", merging: "open" },
  delete: { open: "deleted", merging: "deleted" },
};

/** What a change makes of an order; undefined where there is nothing to be changed. */
export function orderStateAfter(change: OrderChange, state: OrderState): OrderState | undefined {
  return transitions[change][state];
}

/** What clients see of an order that is not deleted, by its state and those of its images that are no frames. */
export type OrderStatus = "waiting" | "processing" | "processed" | "error";

export function orderStatusOf(state: OrderState, images: readonly ImageStatus[]): OrderStatus {
  if (state === "merging" || images.includes("processing")) return "processing";
  const done = images.filter((status) => status !== "registered");
  if (done.length === 0) return "waiting";
  return done.every((status) => status === "error") ? "error" : "processed";
}
