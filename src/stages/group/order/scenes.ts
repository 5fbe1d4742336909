import { ordering } from "../order-params.ts";
import { type Blank, clearOrder, clipped, isSameScene, nearestExposure, type Pictures } from "../pictures/index.ts";
import { areOfOneSize, countedPrefixes, type Level, type Shot } from "../shots/index.ts";

export interface SceneOrder {
  /** All shots, those of one scene next to each other, scenes in the order of their first member. */
  readonly shots: readonly Shot[];
  /** Brightness measured in the pictures; comparable only within one scene. Strays have none. */
  readonly levels: ReadonlyMap<Shot, Level>;
  /**
   * Shots so white or black that their scene, or their place in it, is unknown. Such shots are rarely taken on purpose:
   * they are the ends of brackets.
   */
  readonly strays: ReadonlyMap<Shot, Blank>;
}

/**
 * Gathers shots that are ordered only by name. Names may not follow the order of capture, so exposures of one scene are
 * found by their pictures and placed next to each other. A blank frame with unclipped pixels joins the nearby scene
 * that these fit. Shots without a thumbnail keep their places as separate scenes.
 */
export async function gatherScenes(shots: readonly Shot[], pictures: Pictures): Promise<SceneOrder> {
  const counted = countedPrefixes(shots);
  const scenes = new Scenes(shots, pictures);
  pictures.expect(shots);
  for (const [i, shot] of shots.entries()) {
    await pictures.load([shot]);
    const before = shots[i - 1];
    const near =
      counted.has(shot.name.prefix) && pictures.blankOf(shot) !== undefined ? ordering.blankReach : ordering.reach;
    scenes.add(shot, shots.slice(Math.max(0, i - near), i).reverse());
    if (before !== undefined && countsOn(before, shot)) scenes.join(before, shot);
  }
  const blanks = scenes.joinBlanks((shot) => (counted.has(shot.name.prefix) ? ordering.blankReach : ordering.reach));
  const found = scenes.inOrder();
  const levels = levelsOfScenes(found, blanks, pictures);
  const lone = findStrays(found, pictures);
  for (const shot of lone.keys()) levels.delete(shot);
  const strays = new Map([...lone, ...blanks.map((shot): [Shot, Blank] => [shot, pictures.blankOf(shot)!])]);
  return { shots: layStrays(found.flat(), shots, lone, counted), levels, strays };
}

/** Shots grouped by scene, built up one by one. */
class Scenes {
  readonly #shots: readonly Shot[];
  readonly #pictures: Pictures;
  readonly #sceneOf = new Map<Shot, Shot[]>();

  constructor(shots: readonly Shot[], pictures: Pictures) {
    this.#shots = shots;
    this.#pictures = pictures;
  }

  /**
   * Adds a shot. If it shows the scenes of two shots that were not known to be one, both scenes are joined. The nearest
   * of the earlier shots are compared first: after a match, the others of that scene need no comparison.
   */
  add(shot: Shot, earlier: readonly Shot[]): void {
    this.#sceneOf.set(shot, [shot]);
    for (const other of earlier) {
      if (this.#sceneOf.get(other) === this.#sceneOf.get(shot)) continue;
      if (showsItsScene(shot, other, this.#pictures)) this.join(other, shot);
    }
  }

  join(a: Shot, b: Shot): void {
    const [scene, other] = [this.#sceneOf.get(a)!, this.#sceneOf.get(b)!];
    if (scene === other) return;
    scene.push(...other);
    for (const shot of other) this.#sceneOf.set(shot, scene);
  }

  /**
   * Adds single blank shots to the nearby scene that they fit best, most unclipped pixels first; returns those that
   * were added.
   */
  joinBlanks(reachOf: (shot: Shot) => number): Shot[] {
    const openOf = (shot: Shot) => this.#pictures.exposureOf(shot)?.openShare ?? 0;
    const isLone = (shot: Shot) => this.#sceneOf.get(shot)!.length === 1 && this.#pictures.blankOf(shot) !== undefined;
    const blanks = this.#shots.filter(isLone).sort((a, b) => openOf(b) - openOf(a));
    return blanks.filter((shot) => {
      const at = this.#shots.indexOf(shot);
      const near = this.#shots.slice(Math.max(0, at - reachOf(shot)), at + reachOf(shot) + 1);
      const mate = findBlankMate(
        shot,
        near.filter((other) => !blanks.includes(other)),
        this.#pictures,
        this.#sceneOf,
      );
      if (mate !== undefined) this.join(mate, shot);
      return mate !== undefined;
    });
  }

  /** The scenes in the order of their first shots, each with its shots in order. */
  inOrder(): Shot[][] {
    const place = new Map(this.#shots.map((shot, i) => [shot, i]));
    const scenes = [...new Set(this.#shots.map((shot) => this.#sceneOf.get(shot)!))];
    return scenes.map((scene) => [...scene].sort((a, b) => place.get(a)! - place.get(b)!));
  }
}

/** Finds a shot of the scene that a blank one's unclipped pixels fit. */
function findBlankMate(
  shot: Shot,
  near: readonly Shot[],
  pictures: Pictures,
  sceneOf: ReadonlyMap<Shot, readonly Shot[]>,
): Shot | undefined {
  const fits = new Map<readonly Shot[], { mate: Shot; agreement: number }>();
  for (const mate of near) {
    if (!areOfOneSize(mate, shot) || mate.body !== shot.body) continue;
    const order = clearOrder(shot, mate, pictures);
    if (order === undefined) continue;
    const scene = sceneOf.get(mate)!;
    if (order.agreement > (fits.get(scene)?.agreement ?? 0)) fits.set(scene, { mate, agreement: order.agreement });
  }
  const [best, second] = [...fits.values()].sort((a, b) => b.agreement - a.agreement);
  if (best === undefined || best.agreement < clipped.agreement) return undefined;
  return best.agreement - (second?.agreement ?? 0) >= ordering.clearlyBetter ? best.mate : undefined;
}

/** The brightness of each shot within its scene; blank ones have none, since they are beyond the range of the scene. */
function levelsOfScenes(
  scenes: readonly (readonly Shot[])[],
  blanks: readonly Shot[],
  pictures: Pictures,
): Map<Shot, Level> {
  const levels = new Map<Shot, Level>();
  for (const [i, scene] of scenes.entries()) {
    const scale = i + 1;
    const clear = scene.filter((shot) => !blanks.includes(shot));
    for (let left = clear; left.length > 0; ) {
      const unknown = left.filter((shot) => {
        const known = clear.filter((mate) => levels.has(mate)).slice(-ordering.steppedBack);
        const nearest = nearestExposure(shot, known, pictures);
        if (nearest) levels.set(shot, { ev: levels.get(nearest.shot)!.ev + nearest.stepEv, scale });
        else if (known.length === 0) levels.set(shot, { ev: 0, scale });
        return !levels.has(shot);
      });
      if (unknown.length === left.length) break;
      left = unknown;
    }
  }
  return levels;
}

/** If names count the shots, a stray stays right after the shot before it, whatever scene that belongs to. */
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

/** Blank frames whose scene no other shot shows. */
function findStrays(scenes: readonly (readonly Shot[])[], pictures: Pictures): Map<Shot, Blank> {
  const strays = new Map<Shot, Blank>();
  for (const [shot, ...others] of scenes) {
    const blank = pictures.blankOf(shot);
    if (others.length === 0 && blank !== undefined) strays.set(shot, blank);
  }
  return strays;
}

function showsItsScene(shot: Shot, other: Shot, pictures: Pictures): boolean {
  return areOfOneSize(other, shot) && other.body === shot.body && isSameScene(pictures.compare(other, shot));
}

/** The camera itself says that b was the next frame of a's bracket. */
function countsOn(a: Shot, b: Shot): boolean {
  const [x, y] = [a.photo.series, b.photo.series];
  const isNumbered = x.shotNumber !== undefined && y.shotNumber === x.shotNumber + 1;
  return isNumbered && x.bracketing === true && y.bracketing === true && areOfOneSize(a, b) && a.body === b.body;
}
