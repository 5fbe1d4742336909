import { isFlashed, type Shot, standingScore } from "../shots/index.ts";
import { clippedSight } from "./clipped-sight.ts";
import { type Comparison, isSameScene, likenessOf } from "./comparison.ts";
import type { Pictures } from "./pictures.ts";

/** What the pictures say of "these two are of one bracket". */
export interface PictureLink {
  /** Log-odds in nats. */
  readonly score: number;
  /** Likeness of the scene, about 0 for different scenes, above 0.6 for different exposures of one. */
  readonly likeness: number;
  readonly coverage: number;
}

/**
 * Measured on thirteen real brackets (60 pairs of one scene, up to 8 EV apart, and 930 of different scenes): one scene
 * gave at least 0.7, different scenes at most 0.23.
 */
export const likenessMiddle = 0.36;
const likenessSlope = 22;

/** A different scene rules out one bracket, up to the chance that something large moved. */
const mostAgainst = -6;
const mostAgainstAlike = -2;

/**
 * Shares of well-exposed pixels from which a likeness and an unlikeness count in full. Measured on the same brackets
 * pushed by −7 to +6 EV: chance never makes two scenes alike on more than 6 % of the picture, but noise makes one scene
 * unlike on up to a third.
 */
const coverageForLike = 0.06;
const coverageForUnlike = 0.5;

/**
 * How much one scene can speak for one bracket. Shots in quick succession show one scene anyhow (a bracket taken
 * again); after a longer pause the camera would have moved on, unless the photographer was still at the same bracket.
 */
function mostOfLikeness(a: Shot, b: Shot, gapS: number | undefined): number {
  const most = gapS === undefined ? 2.5 : Math.min(4, 1.5 + 0.55 * Math.log2(1 + gapS));
  return most + (isFlashed(a) && !isFlashed(b) ? flashFirst : 0);
}

/**
 * Some take the flash frames first, which headers alone cannot distinguish from the end of one set and the next one.
 */
const flashFirst = 1.5;

/** Where headers do not give the exposures, the pictures can show that they differ, or that they do not. */
const stepSeen = 1.5;
const noStepSeen = -5;

/** The most that pictures can add to the link between a and b. */
export function mostInFavour(a: Shot, b: Shot, gapS: number | undefined): number {
  return mostOfLikeness(a, b, gapS) + (knowsStep(a, b) ? 0 : stepSeen) - standingScore(a, b);
}

function knowsStep(a: Shot, b: Shot): boolean {
  return a.exposureEv !== undefined && b.exposureEv !== undefined;
}

export function showsOneScene({ likeness }: PictureLink): boolean {
  return likeness > likenessMiddle;
}

interface Judged extends Pick<Neighbours, "gapS" | "middle"> {
  readonly pictures: Pictures;
}

/** A pair of neighbours, to be judged by their pictures. */
export interface Neighbours {
  readonly shots: readonly Shot[];
  /** The first of both is `shots[left]`. */
  readonly left: number;
  /** The pause between them, in seconds, where known. */
  readonly gapS: number | undefined;
  /** A likeness that says nothing. */
  readonly middle: number;
}

/**
 * Judges the link between two neighbours; asks pairs across it where the two themselves are too far apart in exposure.
 */
export function pictureLinkOf(pictures: Pictures, neighbours: Neighbours): PictureLink {
  const { shots, left } = neighbours;
  let best: PictureLink = { score: 0, likeness: 0, coverage: 0 };
  for (const [before, after] of [
    [0, 1],
    [0, 2],
    [-1, 1],
    [-1, 2],
  ]) {
    const [a, b] = [shots[left + before], shots[left + after]];
    if (a === undefined || b === undefined) continue;
    const comparison = pictures.compare(a, b);
    if (comparison === undefined) continue;
    const link = judge(comparison, a, b, { ...neighbours, pictures });
    // A pair further apart shows that nothing changed in between; that something did, it cannot pin to this link.
    if (after - before === 1 || link.score > best.score) best = link;
    if (best.score > 0 || best.coverage >= coverageForUnlike) break;
  }
  if (best.score <= 0) return best;
  return { ...best, score: best.score - standingScore(shots[left], shots[left + 1]) };
}

/**
 * A flash moves the brightness of walls and furniture, but hardly where their edges are: in a real kitchen frames with
 * and without it had edges alike by 0.48 to 0.60, of different views of it by at most 0.19, where the likeness by
 * brightness of one view was 0.05.
 */
function edgesBesideFlash(a: Shot, b: Shot, pictures: Pictures): number {
  return isFlashed(a) || isFlashed(b) ? pictures.edgeLikeness(a, b) : 0;
}

/** By what is left of a blank frame, where edges tell nothing; log-odds. */
const blankScores = { same: 2.5, other: -4, unknown: 0 } as const;

function judge(comparison: Comparison, a: Shot, b: Shot, { gapS, middle, pictures }: Judged): PictureLink {
  const { coverage } = comparison;
  const isBlank = pictures.blankOf(a) !== undefined || pictures.blankOf(b) !== undefined;
  if (isBlank && !isSameScene(comparison))
    return { score: blankScores[clippedSight(a, b, pictures)], likeness: likenessOf(comparison), coverage };
  const byEdges = edgesBesideFlash(a, b, pictures);
  const likeness = Math.max(likenessOf(comparison), byEdges);
  // Between the usual middle and a higher one, the pictures show what one scene would show as well.
  const least = likeness > likenessMiddle ? mostAgainstAlike : mostAgainst;
  const alike = Math.max(least, Math.min(mostOfLikeness(a, b, gapS), likenessSlope * (likeness - middle)));
  const trust =
    byEdges > likenessMiddle ? 1 : Math.min(1, coverage / (alike > 0 ? coverageForLike : coverageForUnlike));
  return { score: trust * alike + (alike > 0 ? trust * stepScore(comparison, a, b) : 0), likeness, coverage };
}

/**
 * Where the headers say that b is a stop brighter, its picture must be brighter too; where they say nothing, it must be
 * another exposure.
 */
function stepScore({ stepEv }: Comparison, a: Shot, b: Shot): number {
  if (isFlashed(a) || isFlashed(b)) return 0;
  if (a.exposureEv === undefined || b.exposureEv === undefined) {
    if (Math.abs(stepEv) < 0.2) return noStepSeen;
    return Math.abs(stepEv) < 0.5 ? 0 : stepSeen;
  }
  const said = b.exposureEv - a.exposureEv;
  return Math.abs(said) >= 1 && stepEv / said < 0.25 ? -2.5 : 0;
}
