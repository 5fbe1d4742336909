import { type Blank, isSameScene, nearestExposure, type Pictures } from "../pictures/index.ts";
import { countedPrefixes, type Level, type Shot } from "../shots/index.ts";

/** How far back, in name order, another exposure of the same scene is looked for. */
const reach = 40;

/** The same for a frame that shows too little to be told from chance, where names count the shots. */
const blankReach = 9;

/** How many earlier shots of a scene a new one's brightness is measured against. */
const steppedBack = 12;

export interface SceneOrder {
  /** All shots, those of one scene beside one another, scenes by their first member. */
  readonly shots: readonly Shot[];
  /** Brightness as the pictures show it; comparable within one scene alone. Strays have none. */
  readonly levels: ReadonlyMap<Shot, Level>;
  /**
   * Shots so white or black that their scene is not known. Hardly anyone takes one on purpose: they are the ends of
   * brackets.
   */
  readonly strays: ReadonlyMap<Shot, Blank>;
}

/**
 * Gathers shots whose order is known by name alone: names may say nothing of the order of taking, so that exposures of
 * one scene are found by their pictures and laid side by side. Shots without a thumbnail keep their places as scenes of
 * their own.
 */
export async function gatherScenes(shots: readonly Shot[], pictures: Pictures): Promise<SceneOrder> {
  const counted = countedPrefixes(shots);
  const scenes: Shot[][] = [];
  const sceneOf = new Map<Shot, Shot[]>();
  const levels = new Map<Shot, Level>();
  pictures.expect(shots);
  for (const [i, shot] of shots.entries()) {
    await pictures.load([shot]);
    const before = shots[i - 1];
    const isCounted = before !== undefined && countsOn(before, shot);
    const near = counted.has(shot.name.prefix) && pictures.blankOf(shot) !== undefined ? blankReach : reach;
    const match = findMatch(shot, shots.slice(Math.max(0, i - near), i), pictures) ?? (isCounted ? before : undefined);
    const scene = match === undefined ? [] : sceneOf.get(match)!;
    if (match === undefined) scenes.push(scene);
    const nearest = match && nearestExposure(shot, [match, ...scene.slice(-steppedBack)], pictures);
    const scale = scenes.indexOf(scene) + 1;
    if (match === undefined) levels.set(shot, { ev: 0, scale });
    else if (nearest) levels.set(shot, { ev: (levels.get(nearest.shot)?.ev ?? 0) + nearest.stepEv, scale });
    scene.push(shot);
    sceneOf.set(shot, scene);
  }
  const strays = findStrays(scenes, pictures);
  for (const shot of strays.keys()) levels.delete(shot);
  return { shots: layStrays(scenes.flat(), shots, strays, counted), levels, strays };
}

/** Where names count the shots, a stray keeps its place behind the shot before it, whatever scene that is of. */
function layStrays(
  gathered: readonly Shot[],
  inOrder: readonly Shot[],
  strays: ReadonlyMap<Shot, Blank>,
  counted: ReadonlySet<string>,
): Shot[] {
  const laid = [...gathered];
  for (const [i, shot] of inOrder.entries()) {
    const before = inOrder[i - 1];
    if (!strays.has(shot) || before === undefined || !counted.has(shot.name.prefix)) continue;
    if (before.name.prefix !== shot.name.prefix) continue;
    laid.splice(laid.indexOf(shot), 1);
    laid.splice(laid.indexOf(before) + 1, 0, shot);
  }
  return laid;
}

/** Blank frames whose scene no other shot has shown. */
function findStrays(scenes: readonly (readonly Shot[])[], pictures: Pictures): Map<Shot, Blank> {
  const strays = new Map<Shot, Blank>();
  for (const [shot, ...others] of scenes) {
    const blank = pictures.blankOf(shot);
    if (others.length === 0 && blank !== undefined) strays.set(shot, blank);
  }
  return strays;
}

/** The nearest earlier shot that shows the same scene. */
function findMatch(shot: Shot, earlier: readonly Shot[], pictures: Pictures): Shot | undefined {
  return [...earlier]
    .reverse()
    .find(
      (other) => other.size === shot.size && other.body === shot.body && isSameScene(pictures.compare(other, shot)),
    );
}

/** The camera itself says that b was the next frame of a's bracket. */
function countsOn(a: Shot, b: Shot): boolean {
  const [x, y] = [a.photo.series, b.photo.series];
  const isNumbered = x.shotNumber !== undefined && y.shotNumber === x.shotNumber + 1;
  return isNumbered && x.bracketing === true && y.bracketing === true && a.size === b.size && a.body === b.body;
}
