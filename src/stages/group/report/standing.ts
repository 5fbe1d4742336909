import type { Orientation } from "../../../image/index.ts";
import type { Pictures } from "../pictures/index.ts";
import { areOfOneSize, nameOf, type Shot, sizeRelation, turnsToTry } from "../shots/index.ts";

/** The frames of a set, however it was found. */
interface ShotSet {
  readonly shots: readonly Shot[];
}

/** Sets whose frames do not all stand the same way: their pictures show how to turn each. */
export function standsMixed({ shots }: ShotSet): boolean {
  return shots.some((shot) => sizeRelation(shots[0], shot) === "turned");
}

/**
 * By shot, the turn after which it stands as most of its set do, for each set in which some do not; of a tie, as most
 * shots of the shoot do, else as the first frame. Only what the pictures of the set confirm is turned, or do not show
 * enough to deny. The pictures of these sets must be loaded.
 */
export function settleTurns(sets: readonly ShotSet[], pictures: Pictures): ReadonlyMap<Shot, Orientation> {
  const mixed = sets.filter(standsMixed);
  const turns = new Map<Shot, Orientation>();
  if (mixed.length === 0) return turns;
  const usual = countBy(sets.flatMap(({ shots }) => shots));
  for (const { shots } of mixed) {
    const own = countBy(shots);
    const countsOf = (shot: Shot) => [own.get(standingOf(shot))!, usual.get(standingOf(shot))!];
    const model = shots.reduce((best, shot) => {
      const [[a, b], [c, d]] = [countsOf(shot), countsOf(best)];
      return a > c || (a === c && b > d) ? shot : best;
    });
    const mates = shots.filter((shot) => standingOf(shot) === standingOf(model));
    for (const shot of shots) {
      const turn = mates.includes(shot) ? 1 : turnOf(mates, shot, pictures);
      if (turn !== 1) turns.set(shot, turn);
    }
  }
  return turns;
}

/** What the report says of turned and cropped frames of a set. */
export function standingReasons({ shots }: ShotSet, turns: ReadonlyMap<Shot, Orientation>): string[] {
  const turned = shots.filter((shot) => turns.has(shot));
  const reasons = turned.map((shot) => {
    const { orientation } = shot.photo;
    const others = shots.find((mate) => !turns.has(mate))?.photo.orientation ?? 1;
    const why = orientation === others ? "" : ` (orientation flag ${orientation} instead of ${others})`;
    return `${nameOf(shot)} is turned to stand as the other frames do${why}`;
  });
  const straight = shots.filter((shot) => !turns.has(shot));
  const isCropped = straight.some((shot) => shot.size !== straight[0].size && areOfOneSize(shot, straight[0]));
  return isCropped ? [...reasons, "sizes differ by a few pixels: merged on the area that all frames show"] : reasons;
}

/** Shots of one key are displayed the same way by the same flag. */
function standingOf({ photo, size = "" }: Shot): string {
  const [width, height] = size.split(" x ").map(Number);
  return `${photo.orientation} ${height > width ? "upright" : "lying"}`;
}

function countBy(shots: readonly Shot[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const shot of shots) counts.set(standingOf(shot), (counts.get(standingOf(shot)) ?? 0) + 1);
  return counts;
}

function turnOf(mates: readonly Shot[], shot: Shot, pictures: Pictures): Orientation {
  for (const mate of mates) {
    const turn = pictures.turnBetween(mate, shot);
    if (turn !== undefined) return turn;
  }
  const [first] = mates;
  // A frame that shows too little can hardly be the only one that was turned.
  const showsLittle = pictures.blankOf(shot) !== undefined || !pictures.has(shot);
  return showsLittle && shot.photo.orientation !== first.photo.orientation ? (turnsToTry(first, shot)[0] ?? 1) : 1;
}
