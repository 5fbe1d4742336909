import type { Sequence } from "./capture-order.ts";
import type { Gallery } from "./gallery.ts";
import type { Shot } from "./shot.ts";
import { isSameScene, likenessOf } from "./sight.ts";
import { isCounted } from "./streams.ts";

export interface Placed {
  readonly sequences: readonly Sequence[];
  /** Shots that neither a number nor a picture ties to any sequence. */
  readonly left: readonly Shot[];
}

/**
 * Some files of a shoot may have lost their metadata. Where the names count along with the times, their numbers tell the places of
 * such files between the others.
 */
export function placeByNumber(sequences: readonly Sequence[], untimed: readonly Shot[]): Placed {
  let left = untimed;
  const placed = sequences.map((sequence) => {
    const fitting = left.filter(
      (shot) => couldBeOf(shot, sequence.shots[0]) && shot.name.prefix === sequence.shots[0].name.prefix,
    );
    const order = [...sequence.shots, ...fitting].sort((a, b) => (a.name.number ?? 0) - (b.name.number ?? 0));
    if (fitting.length === 0 || !countsAlong(order)) return sequence;
    left = left.filter((shot) => !fitting.includes(shot));
    return { ...sequence, shots: order };
  });
  return { sequences: placed, left };
}

/**
 * As {@link placeByNumber}, by what the pictures show: such a shot goes beside the one that it is most like. Reads the pictures
 * of those alone that have the size of one of these shots.
 */
export async function placeByPicture(
  sequences: readonly Sequence[],
  untimed: readonly Shot[],
  gallery: Gallery,
): Promise<Placed> {
  const isMate = (shot: Shot, other: Shot) => other.size === shot.size && couldBeOf(shot, other);
  const mates = sequences.flatMap(({ shots }) => shots.filter((mate) => untimed.some((shot) => isMate(shot, mate))));
  await gallery.load(mates.length === 0 ? [] : [...mates, ...untimed]);
  const left: Shot[] = [];
  const before = new Map<Shot, Shot[]>();
  for (const shot of untimed) {
    const candidates = mates.filter((mate) => isMate(shot, mate));
    const mate = mostAlike(shot, candidates, gallery);
    if (mate === undefined) left.push(shot);
    else before.set(mate, [...(before.get(mate) ?? []), shot]);
  }
  const placed = sequences.map((sequence) => ({
    ...sequence,
    shots: sequence.shots.flatMap((shot) => [...(before.get(shot) ?? []), shot]),
  }));
  return { sequences: placed, left };
}

function couldBeOf(shot: Shot, other: Shot): boolean {
  return shot.body === "" || shot.body === other.body;
}

function countsAlong(order: readonly Shot[]): boolean {
  const numbers = order.map(({ name }) => name.number);
  if (!numbers.every((number) => number !== undefined) || !isCounted(numbers)) return false;
  const times = order.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs]));
  return times.every((time, i) => i === 0 || time >= times[i - 1]);
}

function mostAlike(shot: Shot, candidates: readonly Shot[], gallery: Gallery): Shot | undefined {
  let best: { mate: Shot; likeness: number } | undefined;
  for (const mate of candidates) {
    const similarity = gallery.compare(shot, mate);
    if (!isSameScene(similarity)) continue;
    const likeness = likenessOf(similarity);
    if (best === undefined || likeness > best.likeness) best = { mate, likeness };
  }
  return best?.mate;
}
