import type { Level, Levels, Shot } from "../shots/index.ts";
import { isSameScene } from "./comparison.ts";
import { lostReach, toneContrast } from "./params.ts";
import type { Pictures } from "./pictures.ts";

/** The exposure step from one picture of a scene to another in EV; `undefined` if they share too little to show it. */
export function stepBetween(from: Shot, to: Shot, pictures: Pictures): number | undefined {
  const comparison = pictures.compare(from, to);
  return isSameScene(comparison) ? comparison.stepEv / toneContrast : undefined;
}

/**
 * Brightness of shots without exposures in capture order, each against the shot before it if that shows its scene.
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

/** The levels of shots whose headers are lost, if the picture shows the scene of a nearby shot that has them. */
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
 * Of shots that show the scene of this one, that whose exposure is nearest, with the step from it in EV: the nearer two
 * exposures, the less of the picture is clipped in one of them and the truer is the step between them.
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
