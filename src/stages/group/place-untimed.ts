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
      (shot) => couldBeOf(shot, sequence) && shot.name.prefix === sequence.shots[0].name.prefix,
    );
    const order = [...sequence.shots, ...fitting].sort((a, b) => (a.name.number ?? 0) - (b.name.number ?? 0));
    if (fitting.length === 0 || !countsAlong(order)) return sequence;
    left = left.filter((shot) => !fitting.includes(shot));
    return { ...sequence, shots: order };
  });
  return { sequences: placed, left };
}

/** As {@link placeByNumber}, by what the pictures show: such a shot goes beside the one that it is most like. */
export async function placeByPicture(
  sequences: readonly Sequence[],
  untimed: readonly Shot[],
  gallery: Gallery,
): Promise<Placed> {
  await gallery.load([...untimed, ...sequences.flatMap(({ shots }) => shots)]);
  const left: Shot[] = [];
  const before = new Map<Shot, Shot[]>();
  for (const shot of untimed) {
    const mate = mostAlike(shot, sequences, gallery);
    if (mate === undefined) left.push(shot);
    else before.set(mate, [...(before.get(mate) ?? []), shot]);
  }
  const placed = sequences.map((sequence) => ({
    ...sequence,
    shots: sequence.shots.flatMap((shot) => [...(before.get(shot) ?? []), shot]),
  }));
  return { sequences: placed, left };
}

function couldBeOf(shot: Shot, { shots: [first] }: Sequence): boolean {
  return shot.body === "" || shot.body === first.body;
}

function countsAlong(order: readonly Shot[]): boolean {
  const numbers = order.map(({ name }) => name.number);
  if (!numbers.every((number) => number !== undefined) || !isCounted(numbers)) return false;
  const times = order.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs]));
  return times.every((time, i) => i === 0 || time >= times[i - 1]);
}

function mostAlike(shot: Shot, sequences: readonly Sequence[], gallery: Gallery): Shot | undefined {
  let best: { mate: Shot; likeness: number } | undefined;
  for (const sequence of sequences.filter((other) => couldBeOf(shot, other))) {
    for (const mate of sequence.shots) {
      if (mate.size !== shot.size) continue;
      const similarity = gallery.compare(shot, mate);
      if (!isSameScene(similarity)) continue;
      const likeness = likenessOf(similarity);
      if (best === undefined || likeness > best.likeness) best = { mate, likeness };
    }
  }
  return best?.mate;
}
