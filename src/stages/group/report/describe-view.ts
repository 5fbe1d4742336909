import type { View } from "../views/index.ts";
import type { FoundSet } from "./found-set.ts";

/** A view as a set. */
export function describeView({ shots, levels, certainty, hasOtherLight }: View): FoundSet {
  const reason =
    shots.length > 1
      ? `${shots.length} pictures of one view; names and headers say nothing of their order`
      : "no other picture shows this view; names and headers say nothing of the order";
  const reasons = hasOtherLight ? [reason, otherLight] : [reason];
  return { shots, levels, reasons, confidence: certainty, flags: [] };
}

const otherLight = "another set shows the same view by another light; sameView makes one set of both";
