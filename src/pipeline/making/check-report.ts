import type { Finding, Measured } from "../../stages/check/index.ts";

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
export const rungWords: Readonly<Record<Rung, string | undefined>> = {
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
