import type { View } from "../views/index.ts";
import type { FoundSet } from "./found-set.ts";

/** A view as a set. */
export function describeView({ shots, levels, certainty }: View): FoundSet {
  const reason =
    shots.length > 1
      ? `${shots.length} pictures of one view; names and headers say nothing of their order`
      : "no other picture shows this view; names and headers say nothing of the order";
  return { shots, levels, reasons: [reason], confidence: certainty, flags: [] };
}
