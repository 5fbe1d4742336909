import type { StageContext } from "../context.ts";
import { warnOfMixes } from "./mixed-sets.ts";
import { sequenceByName, sequenceByTime, warnOfOrder } from "./order/index.ts";
import { type FoundSet, flagAborted } from "./report/index.ts";
import { bracketOf, groupBy, levelOf, type Shot } from "./shots/index.ts";

/**
 * Every `size` consecutive shots of one camera in capture order are one set. Where any shot lacks a time, all are taken
 * in the order of their file numbers, or else of their names, as one sequence.
 */
export function cutFixed(shots: readonly Shot[], size: number, context: StageContext): FoundSet[] {
  const sets = fixedSequences(shots, context).flatMap((sequence) => {
    const rest = sequence.length % size;
    if (rest > 0) {
      const whose = sequence[0].photo.camera.model ?? "the shoot";
      const message = `${sequence.length} photographs of ${whose} are not a multiple of ${size}; the last set has ${rest}`;
      context.warn("group/remainder", message);
    }
    const cut: FoundSet[] = [];
    for (let first = 0; first < sequence.length; first += size) {
      const members = sequence.slice(first, first + size);
      const flags = flagAborted(bracketOf(members, members));
      const reasons = [
        `photographs ${first + 1} to ${first + members.length} in capture order, ${size} to a set as asked`,
      ];
      cut.push({ shots: members, levels: members.map(levelOf), reasons, confidence: 1, flags });
    }
    return cut;
  });
  warnOfMixes(sets, context);
  return sets;
}

function fixedSequences(shots: readonly Shot[], context: StageContext): (readonly Shot[])[] {
  const untimed = shots.filter((shot) => shot.timeMs === undefined).length;
  if (untimed > 0) {
    context.warn(
      "group/order-uncertain",
      `${untimed} of ${shots.length} photographs have no capture time; all were ordered by file number or name`,
    );
    return [sequenceByName(shots).shots];
  }
  const sequences = groupBy(shots, ({ body }) => body).map(sequenceByTime);
  warnOfOrder(sequences, context);
  return sequences.map((sequence) => sequence.shots);
}
