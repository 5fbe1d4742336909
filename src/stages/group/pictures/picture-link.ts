import { isFlashed, type Level, type Levels, type Shot, standingScore } from "../shots/index.ts";
import type { ClippedOrder } from "./clipped-order.ts";
import { type Comparison, isSameScene, likenessOf } from "./comparison.ts";
import { clipped, dim, lostReach, pictureOdds, toneContrast } from "./params.ts";
import type { Pictures } from "./pictures.ts";

/** Evidence in the pictures on whether two neighbours belong to one bracket. */
export interface PictureLink {
  /** Log-odds in nats. */
  readonly score: number;
  /** Likeness of the scene, about 0 for different scenes, above 0.6 for different exposures of one. */
  readonly likeness: number;
  readonly coverage: number;
}

/**
 * Maximum log-odds that one scene adds in favour of one bracket. Shots in quick succession show one scene anyway (a
 * bracket taken again); after a longer pause the camera would have moved on, unless the photographer was still at the
 * same bracket.
 */
function maxOfLikeness(a: Shot, b: Shot, gapS: number | undefined): number {
  const { untimed, noPause, perDoubling, maxInFavour } = pictureOdds;
  const most = gapS === undefined ? untimed : Math.min(maxInFavour, noPause + perDoubling * Math.log2(1 + gapS));
  return most + (isFlashed(a) && !isFlashed(b) ? pictureOdds.flashFirst : 0);
}

/** Maximum log-odds that pictures can add to the link between a and b. */
export function maxInFavour(a: Shot, b: Shot, gapS: number | undefined): number {
  return maxOfLikeness(a, b, gapS) + (knowsStep(a, b) ? 0 : pictureOdds.stepSeen) - standingScore(a, b);
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

/** A pair of neighbours to compare. */
interface Neighbours {
  readonly shots: readonly Shot[];
  /** `shots[left]` is the first of the two. */
  readonly left: number;
  /** The pause between them, in seconds, if known. */
  readonly gapS: number | undefined;
  /** The likeness at which the odds are even. */
  readonly middle: number;
}

/**
 * Scores the link between two neighbours; if their exposures are too far apart, compares other pairs across the link.
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
    // A more distant pair can show that nothing changed in between, but not that a change happened at this link.
    if (after - before === 1 || link.score > best.score) best = link;
    if (best.score > 0 || best.coverage >= pictureOdds.coverageForUnlike) break;
  }
  if (best.score <= 0) return best;
  return { ...best, score: best.score - standingScore(shots[left], shots[left + 1]) };
}

/**
 * Likeness of edges if one of the shots is by flash. A flash changes the brightness of walls and furniture, but hardly
 * where their edges are: in a real kitchen frames with and without it had edge likenesses of 0.48 to 0.60, different
 * views of it at most 0.19, while the likeness by brightness of one view was 0.05.
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
  // Between the usual middle and a raised one, the pictures are consistent with one scene as well.
  const least = likeness > pictureOdds.middle ? pictureOdds.maxAgainstAlike : pictureOdds.maxAgainst;
  const alike = Math.max(least, Math.min(maxOfLikeness(a, b, gapS), pictureOdds.slope * (likeness - middle)));
  const trust =
    byEdges > pictureOdds.middle
      ? 1
      : Math.min(1, coverage / (alike > 0 ? pictureOdds.coverageForLike : pictureOdds.coverageForUnlike));
  return { score: trust * alike + (alike > 0 ? trust * stepScore(comparison, a, b) : 0), likeness, coverage };
}

/**
 * Log-odds by the exposure step. If the headers state that b is a stop brighter, its picture must be brighter too; if
 * they state nothing, its exposure must differ.
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

/** What two frames show: one scene, two, or unknown. */
export type Sight = "same" | "other" | "unknown";

/** Whether two frames show one scene, even if one is dark or blank; both must be loaded. */
export function sceneNextTo(shot: Shot, other: Shot, pictures: Pictures): Sight {
  const comparison = pictures.compare(other, shot);
  if (isSameScene(comparison)) return "same";
  const likeness = comparison === undefined ? 1 : likenessOf(comparison);
  const light = pictures.lightChange(other, shot);
  if (light !== undefined && light.coverage >= dim.otherCoverage)
    return light.correlation < dim.otherCorrelation && likeness < pictureOdds.middle ? "other" : "unknown";
  return clippedSight(shot, other, pictures);
}

/** How well the unclipped pixels of a blank frame fit another; `undefined` if there are too few. */
export function clearOrder(shot: Shot, other: Shot, pictures: Pictures): ClippedOrder | undefined {
  if ((pictures.exposureOf(shot)?.openShare ?? 0) < clipped.openShare) return undefined;
  const order = pictures.clippedOrder(shot, other);
  return order !== undefined && order.pixels >= clipped.minPixels ? order : undefined;
}

/** Whether two frames show one scene, by the unclipped pixels of a blank one; both must be loaded. */
function clippedSight(a: Shot, b: Shot, pictures: Pictures): Sight {
  const order = clearOrder(a, b, pictures) ?? clearOrder(b, a, pictures);
  if (order === undefined) return "unknown";
  if (order.agreement >= clipped.agreement) return "same";
  return order.agreement < clipped.otherAgreement ? "other" : "unknown";
}

/** The exposure step between two pictures of a scene in EV; `undefined` if they share too little to measure it. */
export function stepBetween(from: Shot, to: Shot, pictures: Pictures): number | undefined {
  const comparison = pictures.compare(from, to);
  return isSameScene(comparison) ? comparison.stepEv / toneContrast : undefined;
}

/**
 * Brightness of shots without exposures in capture order, each relative to the shot before it if both show one scene.
 */
export async function levelsInOrder(shots: readonly Shot[], pictures: Pictures): Promise<ReadonlyMap<Shot, Level>> {
  await pictures.load(shots);
  const levels = new Map<Shot, Level>();
  let scale = 0;
  for (const [i, shot] of shots.entries()) {
    const comparison = i === 0 ? undefined : pictures.compare(shots[i - 1], shot);
    if (isSameScene(comparison))
      levels.set(shot, { ev: levels.get(shots[i - 1])!.ev + comparison.stepEv / toneContrast, scale });
    else levels.set(shot, { ev: 0, scale: ++scale });
  }
  return levels;
}

/** The levels of shots without headers, measured against a nearby shot of the same scene that has them. */
export async function levelsBetween(
  shots: readonly Shot[],
  levels: Levels,
  pictures: Pictures,
): Promise<(Level | undefined)[]> {
  const filled = [...levels];
  const lost = shots.flatMap((shot, i) => (isLost(shot) && levels[i] === undefined ? [i] : []));
  if (lost.length === shots.length) return filled;
  const around = (i: number) => shots.slice(Math.max(0, i - lostReach), i + lostReach + 1);
  await pictures.load(lost.flatMap(around));
  const levelOf = new Map(shots.map((shot, i) => [shot, levels[i]]));
  for (const i of lost) {
    const mates = around(i).filter((mate) => levelOf.get(mate) !== undefined);
    const nearest = nearestExposure(shots[i], mates, pictures);
    const known = nearest && levelOf.get(nearest.shot);
    if (known) filled[i] = { ev: known.ev + nearest.stepEv, scale: known.scale, isSeen: true };
  }
  return filled;
}

function isLost(shot: Shot): boolean {
  return shot.timeMs === undefined && shot.exposureEv === undefined;
}

/**
 * The shot of the same scene with the nearest exposure, and the step to it in EV: the closer two exposures are, the
 * less is clipped in one of them and the more accurate the step is.
 */
export function nearestExposure(
  shot: Shot,
  others: readonly Shot[],
  pictures: Pictures,
): { readonly shot: Shot; readonly stepEv: number } | undefined {
  let nearest: { shot: Shot; stepEv: number } | undefined;
  for (const other of others) {
    const comparison = pictures.compare(other, shot);
    if (!isSameScene(comparison)) continue;
    const stepEv = comparison.stepEv / toneContrast;
    if (nearest === undefined || Math.abs(stepEv) < Math.abs(nearest.stepEv)) nearest = { shot: other, stepEv };
  }
  return nearest;
}
