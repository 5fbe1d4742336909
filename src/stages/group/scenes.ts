import type { Gallery } from "./gallery.ts";
import type { Level } from "./set-shape.ts";
import type { Shot } from "./shot.ts";
import { likenessOf } from "./sight.ts";

/** How far back, in name order, another exposure of the same scene is looked for. */
const reach = 40;

/** Likeness, on at least this share of the picture, from which two frames show one scene. */
const sameScene = 0.45;
const leastCoverage = 0.03;

/** From this share of common well-exposed pixels, the nearest frame is as good a partner as any. */
const amplyCovered = 0.3;

/** Display tone curves stretch light by about this much around the middle. */
const toneContrast = 1.35;

export interface Scenes {
  /** All shots, those of one scene beside one another, scenes by their first member. */
  readonly shots: readonly Shot[];
  /** Brightness as the pictures show it; comparable within one scene alone. */
  readonly levels: ReadonlyMap<Shot, Level>;
}

/**
 * Gathers shots whose order is known by name alone: names may say nothing of the order of taking, so that exposures of one scene
 * are found by their pictures and laid side by side. Shots without a thumbnail keep their places as scenes of their own.
 */
export function gatherScenes(shots: readonly Shot[], gallery: Gallery): Scenes {
  const scenes: Shot[][] = [];
  const sceneOf = new Map<Shot, Shot[]>();
  const levels = new Map<Shot, Level>();
  shots.forEach((shot, i) => {
    const match = bestMatch(shot, shots.slice(Math.max(0, i - reach), i), gallery);
    const scene = match === undefined ? [] : sceneOf.get(match.shot)!;
    if (match === undefined) scenes.push(scene);
    scene.push(shot);
    sceneOf.set(shot, scene);
    const from = match === undefined ? 0 : levels.get(match.shot)!.ev;
    levels.set(shot, { ev: from + (match?.stepEv ?? 0), scale: scenes.indexOf(scene) + 1 });
  });
  return { shots: scenes.flat(), levels };
}

/** The nearest earlier shot of the same scene that tells enough, else the one that tells most. */
function bestMatch(shot: Shot, earlier: readonly Shot[], gallery: Gallery): { shot: Shot; stepEv: number } | undefined {
  let best: { shot: Shot; stepEv: number; coverage: number } | undefined;
  for (const other of [...earlier].reverse()) {
    if (other.size !== shot.size || other.body !== shot.body) continue;
    const similarity = gallery.compare(other, shot);
    if (similarity === undefined || likenessOf(similarity) < sameScene) continue;
    const { coverage, stepEv } = similarity;
    if (coverage < leastCoverage) continue;
    if (best === undefined || coverage > best.coverage) best = { shot: other, stepEv: stepEv / toneContrast, coverage };
    if (coverage >= amplyCovered) break;
  }
  return best;
}
