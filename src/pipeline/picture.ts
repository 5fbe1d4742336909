import type { IntegerImage } from "../image/index.ts";
import type { AlignResult } from "../stages/align/index.ts";
import type { DecodeResult } from "../stages/decode/index.ts";
import type { DeghostResult } from "../stages/deghost/index.ts";
import type { LensResult } from "../stages/lens/index.ts";
import type { MergeResult } from "../stages/merge/index.ts";
import type { PerspectiveResult } from "../stages/perspective/index.ts";
import type { RectifyResult } from "../stages/rectify/index.ts";
import type { RelateResult } from "../stages/relate/index.ts";
import type { ToneResult } from "../stages/tone/index.ts";
import type { CheckReport } from "./check-report.ts";

/** A finished picture, not yet a file, and what every stage found on the way. */
export interface Picture {
  /** Display sRGB. Its memory belongs to whoever makes the file of it. */
  readonly image: IntegerImage;
  readonly facts: SetFacts;
  /** What the check found until the picture was fused; absent where there was none. */
  readonly check?: CheckReport;
  /**
   * Waits for what the check finds of the rest, and adds it; absent where nothing is looked for. Throws `check/failed` with `strict`:
   * asked before anything gets its final name.
   */
  readonly settleCheck?: () => Promise<CheckReport>;
}

export interface DecodedFrame extends DecodeResult {
  readonly file: string;
}

/** What the stages found; a stage that did not run is absent. */
export interface SetFacts {
  readonly decode: readonly Plain<DecodedFrame>[];
  readonly align?: Plain<AlignResult>;
  readonly relate?: Plain<RelateResult>;
  readonly deghost?: Plain<DeghostResult>;
  readonly merge?: Plain<MergeResult>;
  readonly lens?: Plain<Partial<LensResult>>;
  readonly perspective?: Plain<PerspectiveResult>;
  readonly rectify?: Plain<RectifyResult>;
  readonly tone?: Plain<ToneResult>;
}

/** Pictures and lookup tables stay out of reports. */
const heavyKeys = ["image", "frames", "correction", "relation", "light"] as const;

/** A result without its pictures and tables: what a report can show. */
type Plain<T> = Omit<T, (typeof heavyKeys)[number]>;

const isHeavy = (key: string) => heavyKeys.some((heavy) => heavy === key);

/** A deep copy of stage results without pictures, typed arrays and functions. */
export function withoutPixels(facts: object): SetFacts {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(
      ([key, inner]) =>
        !isHeavy(key) && typeof inner !== "function" && !ArrayBuffer.isView(inner) && inner !== undefined,
    );
    return Object.fromEntries(entries.map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(facts) as SetFacts;
}
