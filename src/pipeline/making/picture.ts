import type { IntegerImage } from "../../image/index.ts";
import type { Finding, Measured } from "../../stages/check/index.ts";
import type { UnusedFile } from "../finding/index.ts";
import { type Step, type setStages, stageOf, steps } from "../stages.ts";

/**
 * How a picture was fused, from the usual way to the most careful: without showing what moved as one frame saw it; the
 * plainest fusion (method `mertens`, all frames); one frame alone. `unmerged`: a photograph that is not a
 * bracket.
 */
export type Rung = "full" | "no-deghost" | "mertens" | "single-frame" | "unmerged";

/** What the check found; plain JSON. */
export interface CheckReport {
  /** Whether nothing was found in the picture that is delivered. */
  readonly passed: boolean;
  /** How the delivered picture was fused. */
  readonly rung: Rung;
  /** Why a more careful rung was taken. */
  readonly reason?: string;
  /** What lies over its limit in the picture that is delivered. */
  readonly findings: readonly Finding[];
  /** Rungs whose picture failed. */
  readonly tried: readonly {
    /** How that picture was fused. */
    readonly rung: Rung;
    /** What lay over its limit in that picture. */
    readonly findings: readonly Finding[];
  }[];
  /** Every number. */
  readonly measures: Measured;
}

/** In plain words, of rungs that are not the usual way. */
const rungWords: Readonly<Record<Rung, string | undefined>> = {
  full: undefined,
  "no-deghost": "fused all frames wherever something may have moved",
  mertens: "fused the frames in the plainest way",
  "single-frame": "took the picture from one frame alone",
  unmerged: undefined,
};

/** What findings say, one after the other. */
export function sentencesOf(findings: readonly Finding[]): string {
  return findings.map(({ sentence }) => sentence).join("; ");
}

/** What the two findings say that lie furthest over their limits. */
export function mainSentences(findings: readonly Finding[]): string {
  return sentencesOf([...findings].sort((a, b) => overBy(b) - overBy(a)).slice(0, 2));
}

const overBy = ({ value, limit }: Finding) => value / Math.max(limit, 1e-9);

/** A finished picture, not yet a file, and what every stage found on the way. */
export interface Picture {
  /** Display sRGB. The code that makes its file ends its lease. */
  readonly image: IntegerImage;
  readonly facts: SetFacts;
  /** Frames of the set that the picture shows nothing of. */
  readonly unused: readonly UnusedFile[];
  /** What the check found until the picture was fused; absent where there was none. */
  readonly check?: CheckReport;
  /**
   * Waits for what the check finds of the rest, and adds it; absent where nothing is looked for. Throws `check/failed`
   * with `strict`: asked before anything gets its final name.
   */
  readonly settleCheck?: () => Promise<CheckReport>;
}

type SetStages = typeof setStages;
type ReportingStep = { [S in Step]: SetStages[S] extends { facts: unknown } ? S : never }[Step];
type ResultOf<S extends ReportingStep> = Parameters<SetStages[S]["facts"]>[0];

/** Results of the stages that ran. */
type SetResults = { readonly [S in ReportingStep]?: ResultOf<S> } & { readonly decode: ResultOf<"decode"> };

type FactsOf<S extends ReportingStep> = ReturnType<SetStages[S]["facts"]>;

/** What the stages found; a stage that did not run is absent. */
export interface SetFacts extends Readonly<Partial<Record<ReportingStep, unknown>>> {
  /** How each frame was decoded, in the order of the frames. */
  readonly decode: FactsOf<"decode">;
  /** How the exposures of the frames relate. */
  readonly relate?: FactsOf<"relate">;
  /** How the frames were moved onto each other. */
  readonly align?: FactsOf<"align">;
  /** What moved between the frames, and which frame shows it. */
  readonly deghost?: FactsOf<"deghost">;
  /** How the frames were fused. */
  readonly merge?: FactsOf<"merge">;
  /** What is where in the picture. */
  readonly scene?: FactsOf<"scene">;
  /** Which lens it was, and what of it was corrected. */
  readonly lens?: FactsOf<"lens">;
  /** How the camera was tilted, and what of it was corrected. */
  readonly perspective?: FactsOf<"perspective">;
  /** What the flash frames of the view gave. */
  readonly flash?: FactsOf<"flash">;
  /** How the picture was resampled for lens and perspective. */
  readonly rectify?: FactsOf<"rectify">;
  /** What was done to brightness and colour. */
  readonly tone?: FactsOf<"tone">;
}

/** What a report contains of results: each stage's facts, as plain JSON data. */
export function factsOf(results: SetResults): SetFacts {
  const facts = Object.entries(results).map(([step, result]) => {
    const stage = stageOf[step as ReportingStep];
    return [step, plainData(stage.facts?.(result as never))];
  });
  return Object.fromEntries(facts) as SetFacts;
}

/** What was done to the pixels, in plain words, for the report and for the metadata. */
export function operationsOf(facts: SetFacts, check?: CheckReport): string[] {
  const careful = check && rungWords[check.rung];
  const carefully = careful ? [`${careful}, because on the usual way ${check.reason}`] : [];
  return steps.flatMap((step) => {
    const found = facts[step as ReportingStep];
    const done = found === undefined ? [] : (stageOf[step].operations?.(found as never) ?? []);
    return step === "merge" ? [...done, ...carefully] : done;
  });
}

/** A deep copy without typed arrays, functions and what is undefined. */
function plainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainData);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, inner]) => typeof inner !== "function" && !ArrayBuffer.isView(inner) && inner !== undefined,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, plainData(inner)]));
}
