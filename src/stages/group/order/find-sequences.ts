import type { StageContext } from "../../context.ts";
import type { Pictures } from "../pictures/index.ts";
import { areOfOneSizeTurned, type Shot } from "../shots/index.ts";
import { placeByNumber, placeByPicture } from "./place-untimed.ts";
import { type Sequence, sequenceByName, timedSequences } from "./sequence.ts";

/** Shots without a time go between the others if anything shows their place, else into a separate sequence. */
export async function findSequences(shots: readonly Shot[], pictures: Pictures): Promise<readonly Sequence[]> {
  const timed = timedSequences(shots);
  const untimed = shots.filter((shot) => shot.timeMs === undefined);
  if (untimed.length === 0) return timed;
  if (timed.length === 0) return bySize(untimed).map(sequenceByName);
  const byNumber = placeByNumber(timed, untimed);
  if (byNumber.left.length === 0) return byNumber.sequences;
  const { sequences, left } = await placeByPicture(byNumber.sequences, byNumber.left, pictures);
  return [...sequences, ...bySize(left).map(sequenceByName)];
}

/** No set has frames of two sizes, turned or not, up to an editor's crop; read apart, two cameras show their habits. */
function bySize(shots: readonly Shot[]): Shot[][] {
  const groups: Shot[][] = [];
  for (const shot of shots) {
    const group = groups.find(([first]) => areOfOneSizeTurned(first, shot));
    if (group === undefined) groups.push([shot]);
    else group.push(shot);
  }
  return groups;
}

/** Warns where names or numbers decided the order, and where nothing did. */
export function warnOfOrder(
  sequences: readonly Sequence[],
  context: StageContext,
  isUnordered: (sequence: Sequence) => boolean = () => false,
): void {
  for (const sequence of sequences) {
    const { shots, orderedByName } = sequence;
    if (shots.length < 2 || orderedByName === 0) continue;
    context.warn("group/order-uncertain", isUnordered(sequence) ? unorderedMessage(shots) : orderMessage(sequence));
  }
}

function unorderedMessage({ length }: readonly Shot[]): string {
  return `${length} photographs have no capture time, and names that show no order: sets are what one camera angle shows`;
}

function orderMessage({ shots, isTimed, orderedByName }: Sequence): string {
  return isTimed
    ? `${orderedByName} of ${shots.length} photographs share a time stamp with their neighbour and were ordered by file name`
    : `${shots.length} photographs have no capture time and were ordered by file number or name`;
}
