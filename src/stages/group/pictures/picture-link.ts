import { isFlashed, type Shot, standingScore } from "../shots/index.ts";
import { type Comparison, isSameScene, likenessOf } from "./comparison.ts";
import { pictureOdds } from "./params.ts";
import type { Pictures } from "./pictures.ts";
import { clippedSight } from "./scene-of.ts";

/** Whether two neighbours are of one bracket, by their pictures. */
export interface PictureLink {
  /** Log-odds in nats. */
  readonly score: number;
  /** Likeness of the scene, about 0 for different scenes, above 0.6 for different exposures of one. */
  readonly likeness: number;
  readonly coverage: number;
}

/**
 * How much one scene can speak for one bracket. Shots in quick succession show one scene anyhow (a bracket taken
 * again); after a longer pause the camera would have moved on, unless the photographer was still at the same bracket.
 */
function mostOfLikeness(a: Shot, b: Shot, gapS: number | undefined): number {
  const { untimed, noPause, perDoubling, mostInFavour } = pictureOdds;
  const most = gapS === undefined ? untimed : Math.min(mostInFavour, noPause + perDoubling * Math.log2(1 + gapS));
  return most + (isFlashed(a) && !isFlashed(b) ? pictureOdds.flashFirst : 0);
}

/** The most that pictures can add to the link between a and b. */
export function mostInFavour(a: Shot, b: Shot, gapS: number | undefined): number {
  return mostOfLikeness(a, b, gapS) + (knowsStep(a, b) ? 0 : pictureOdds.stepSeen) - standingScore(a, b);
}

function knowsStep(a: Shot, b: Shot): boolean {
  return a.exposureEv !== undefined && b.exposureEv !== undefined;
}

export function showsOneScene({ likeness }: PictureLink): boolean {
  return likeness > pictureOdds.middle;
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
 * Judges the link between two neighbours; compares pairs across it if the exposures of the two are too far apart.
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
    // A pair further apart can show that nothing changed in between, but not that this link is where something did.
    if (after - before === 1 || link.score > best.score) best = link;
    if (best.score > 0 || best.coverage >= pictureOdds.coverageForUnlike) break;
  }
  if (best.score <= 0) return best;
  return { ...best, score: best.score - standingScore(shots[left], shots[left + 1]) };
}

/**
 * A flash moves the brightness of walls and furniture, but hardly where their edges are: in a real kitchen frames with
 * and without it had edges alike by 0.48 to 0.60, of different views of it by at most 0.19, where the likeness by
 * brightness of one view was 0.05.
 */
function edgesByFlash(a: Shot, b: Shot, pictures: Pictures): number {
  return isFlashed(a) || isFlashed(b) ? pictures.edgeLikeness(a, b) : 0;
}

function judge(comparison: Comparison, a: Shot, b: Shot, { gapS, middle, pictures }: Judged): PictureLink {
  const { coverage } = comparison;
  const isBlank = pictures.blankOf(a) !== undefined || pictures.blankOf(b) !== undefined;
  if (isBlank && !isSameScene(comparison))
    return { score: pictureOdds.blank[clippedSight(a, b, pictures)], likeness: likenessOf(comparison), coverage };
  const byEdges = edgesByFlash(a, b, pictures);
  const likeness = Math.max(likenessOf(comparison), byEdges);
  // Between the usual middle and a higher one, the pictures show what one scene would show as well.
  const least = likeness > pictureOdds.middle ? pictureOdds.mostAgainstAlike : pictureOdds.mostAgainst;
  const alike = Math.max(least, Math.min(mostOfLikeness(a, b, gapS), pictureOdds.slope * (likeness - middle)));
  const trust =
    byEdges > pictureOdds.middle
      ? 1
      : Math.min(1, coverage / (alike > 0 ? pictureOdds.coverageForLike : pictureOdds.coverageForUnlike));
  return { score: trust * alike + (alike > 0 ? trust * stepScore(comparison, a, b) : 0), likeness, coverage };
}

/**
 * If the headers state that b is a stop brighter, its picture must be brighter too; if they state nothing, it must be
 * another exposure.
 */
function stepScore({ stepEv }: Comparison, a: Shot, b: Shot): number {
  if (isFlashed(a) || isFlashed(b)) return 0;
  if (a.exposureEv === undefined || b.exposureEv === undefined) {
    if (Math.abs(stepEv) < pictureOdds.sameStepEv) return pictureOdds.noStepSeen;
    return Math.abs(stepEv) < pictureOdds.otherStepEv ? 0 : pictureOdds.stepSeen;
  }
  const stated = b.exposureEv - a.exposureEv;
  const isDenied = Math.abs(stated) >= pictureOdds.statedStepEv && stepEv / stated < pictureOdds.deniedShare;
  return isDenied ? pictureOdds.stepDenied : 0;
}
