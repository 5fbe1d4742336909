import type { Warning } from "../errors/index.ts";
import type { Grouping, SetFlag } from "./grouping.ts";
import type { FailedFile } from "./inspect.ts";

/** Which files belong together, by name: what callers of `group` get. */
export interface GroupOutcome {
  readonly groups: readonly {
    readonly files: readonly string[];
    readonly kind: "bracket" | "single";
    readonly reasons: readonly string[];
    readonly confidence: number;
    /** The frame that gives the picture its metadata. */
    readonly reference: string;
    /** Second files of the same shots, which add nothing. */
    readonly twins: readonly string[];
    /** Aborted and repeated sets, blurred frames, outliers. */
    readonly flags: readonly SetFlag[];
  }[];
  readonly failed: readonly FailedFile[];
  readonly warnings: readonly Warning[];
}

export function outcomeOf(grouping: Grouping): GroupOutcome {
  const groups = grouping.sets.map(({ frames, twins, kind, reasons, confidence, reference, flags }) => ({
    files: frames.map(({ file }) => file.name),
    kind,
    reasons,
    confidence,
    reference: frames[reference].file.name,
    twins: twins.map(({ file }) => file.name),
    flags,
  }));
  return { groups, failed: grouping.failed, warnings: grouping.warnings };
}
