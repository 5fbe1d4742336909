import type { IntegerImage } from "../../image/index.ts";
import type { Finding, Measured } from "../../stages/check/index.ts";
import type { UnusedFile } from "../finding/index.ts";
import { type Step, type setStages, stageOf, steps } from "../stages.ts";

/**
 * How a picture was fused, from usual to most careful: `full`; without deghosting; the plainest fusion (method
 * `mertens`, all frames); a single frame. `unmerged`: a photograph that is not a bracket.
 */
export type Rung = "full" | "no-deghost" | "mertens" | "single-frame" | "unmerged";

/** Result of the check. Plain JSON. */
export interface CheckReport {
  /** Whether the delivered picture has no findings. */
  readonly passed: boolean;
  /** How the delivered picture was fused. */
  readonly rung: Rung;
  /** Why a more careful rung was taken. */
  readonly reason?: string;
  /** Measures over their limits in the delivered picture. */
  readonly findings: readonly Finding[];
  /** Rungs whose picture failed. */
  readonly tried: readonly {
    /** How that picture was fused. */
    readonly rung: Rung;
    /** Measures over their limits in that picture. */
    readonly findings: readonly Finding[];
  }[];
  /** All measured values. */
  readonly measures: Measured;
}

/** Plain words for the rungs other than the usual one. */
const rungWords: Readonly<Record<Rung, string | undefined>> = {
  full: undefined,
  "no-deghost": "fused all frames wherever something may have moved",
  mertens: "fused the frames in the plainest way",
  "single-frame": "took the picture from one frame alone",
  unmerged: undefined,
};

/** Messages of all findings, joined. */
export function sentencesOf(findings: readonly Finding[]): string {
  return findings.map(({ sentence }) => sentence).join("; ");
}

/** Messages of the two findings that exceed their limits the most. */
export function mainSentences(findings: readonly Finding[]): string {
  return sentencesOf([...findings].sort((a, b) => overBy(b) - overBy(a)).slice(0, 2));
}

const overBy = ({ value, limit }: Finding) => value / Math.max(limit, 1e-9);

/** A finished picture before encoding, and the results of every stage. */
export interface Picture {
  /** Pixels in display sRGB. The code that encodes them ends their lease. */
  readonly image: IntegerImage;
  readonly facts: SetFacts;
  /** Frames of the set that the picture does not use. */
  readonly unused: readonly UnusedFile[];
  /** Result of the check up to fusion; absent if nothing was checked. */
  readonly check?: CheckReport;
  /**
   * Waits for the check of the remaining steps and adds its findings; absent if nothing is checked. Throws
   * `check/failed` with `strict`; must be called before a file gets its final name.
   */
  readonly settleCheck?: () => Promise<CheckReport>;
}

type SetStages = typeof setStages;
type ReportingStep = { [S in Step]: SetStages[S] extends { facts: unknown } ? S : never }[Step];
type ResultOf<S extends ReportingStep> = Parameters<SetStages[S]["facts"]>[0];

/** Results of the stages that ran. */
type SetResults = { readonly [S in ReportingStep]?: ResultOf<S> } & { readonly decode: ResultOf<"decode"> };

type FactsOf<S extends ReportingStep> = ReturnType<SetStages[S]["facts"]>;

/** Facts from each stage; a stage that did not run is absent. */
export interface SetFacts extends Readonly<Partial<Record<ReportingStep, unknown>>> {
  /** How each frame was decoded, in the order of the frames. */
  readonly decode: FactsOf<"decode">;
  /** How the exposures of the frames relate. */
  readonly relate?: FactsOf<"relate">;
  /** How the frames were aligned. */
  readonly align?: FactsOf<"align">;
  /** What moved between the frames, and which frame is used there. */
  readonly deghost?: FactsOf<"deghost">;
  /** How the frames were fused. */
  readonly merge?: FactsOf<"merge">;
  /** What is where in the picture. */
  readonly scene?: FactsOf<"scene">;
  /** The lens, and which of its errors were corrected. */
  readonly lens?: FactsOf<"lens">;
  /** The tilt of the camera, and how much of it was corrected. */
  readonly perspective?: FactsOf<"perspective">;
  /** How the flash frames of the view were used. */
  readonly flash?: FactsOf<"flash">;
  /** How the picture was resampled for lens and perspective. */
  readonly rectify?: FactsOf<"rectify">;
  /** Changes to brightness and colour. */
  readonly tone?: FactsOf<"tone">;
}

/** The facts of each stage for a report, as plain JSON data. */
export function factsOf(results: SetResults): SetFacts {
  const facts = Object.entries(results).map(([step, result]) => {
    const stage = stageOf[step as ReportingStep];
    return [step, plainData(stage.facts?.(result as never))];
  });
  return Object.fromEntries(facts) as SetFacts;
}

/** Operations on the pixels in plain words, for the report and the metadata. */
export function operationsOf(facts: SetFacts, check?: CheckReport): string[] {
  const careful = check && rungWords[check.rung];
  const carefully = careful ? [`${careful}, because otherwise ${check.reason}`] : [];
  return steps.flatMap((step) => {
    const found = facts[step as ReportingStep];
    const done = found === undefined ? [] : (stageOf[step].operations?.(found as never) ?? []);
    return step === "merge" ? [...done, ...carefully] : done;
  });
}

/** A deep copy without typed arrays, functions and undefined values. */
function plainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainData);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, inner]) => typeof inner !== "function" && !ArrayBuffer.isView(inner) && inner !== undefined,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, plainData(inner)]));
}
