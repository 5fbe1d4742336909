import { EngineError } from "../../errors/index.ts";
import type { StageContext } from "../context.ts";
import type { GroupOptions } from "./options.ts";
import { sequenceByName, sequenceByTime, warnOfOrder } from "./order/index.ts";
import { ordering } from "./order-params.ts";
import { Pictures } from "./pictures/index.ts";
import { type FoundSet, finishSets, flagAborted } from "./report/index.ts";
import {
  bracketOf,
  collectShotsAround,
  groupBy,
  isRawName,
  levelOf,
  nameOf,
  type Shot,
  sizeRelation,
} from "./shots/index.ts";
import type { GroupFrame, GroupResult } from "./types.ts";

/**
 * Makes a set of every `size` consecutive shots of one camera in capture order. If any shot lacks a time, all shots
 * form one sequence in the order of their file numbers, or else of their names.
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
        `photographs ${first + 1} to ${first + members.length} in capture order, ${size} to a set as requested`,
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

/**
 * Groups as the caller lists them, by frame name. Frames that are not listed become singles with a reason, except
 * second files of a listed shot; listed frames are merged even if they are second files of another. Throws
 * `input/groups` for a name that is unknown or listed twice, and for an empty list; `limits/groups` for more than
 * 10,000 lists of two or more.
 */
export async function groupListed(
  frames: readonly GroupFrame[],
  lists: readonly (readonly string[])[],
  { checkFrames, preferJpeg }: GroupOptions,
  context: StageContext,
): Promise<GroupResult> {
  refuseLists(lists, new Set(frames.map(({ name }) => name)));
  const listed = new Set(lists.flat());
  const shots = new Map(collectShotsAround(frames, preferJpeg, listed).map((shot) => [shot.frame.name, shot]));
  const sets = lists.map((names) =>
    toSet(
      names.map((name) => shots.get(name)!),
      "listed together by the caller",
    ),
  );
  for (const [name, shot] of shots) {
    if (!listed.has(name)) sets.push(toSet([shot], "not in any of the caller's lists, so it stands alone"));
  }
  warnOfMixes(sets, context);
  return finishSets(sets, new Pictures(context), checkFrames);
}

function refuseLists(lists: readonly (readonly string[])[], known: ReadonlySet<string>): void {
  const brackets = lists.filter((names) => names.length > 1).length;
  if (brackets > ordering.maxListed) {
    const message = `group: at most ${ordering.maxListed} sets of several frames can be listed, got ${brackets}`;
    throw new EngineError("limits/groups", message, { groups: brackets });
  }
  const seen = new Set<string>();
  const unknown = new Set<string>();
  const double = new Set<string>();
  for (const name of lists.flat()) {
    if (!known.has(name)) unknown.add(name);
    else if (seen.has(name)) double.add(name);
    seen.add(name);
  }
  const faults = [
    ...(unknown.size > 0 ? [`unknown: ${[...unknown].join(", ")}`] : []),
    ...(double.size > 0 ? [`listed twice: ${[...double].join(", ")}`] : []),
    ...(lists.some((names) => names.length === 0) ? ["a group without any name"] : []),
  ];
  if (faults.length === 0) return;
  throw new EngineError(
    "input/groups",
    `group: every list must name frames of this call, each once; ${faults.join("; ")}`,
    {
      unknown: [...unknown],
      double: [...double],
    },
  );
}

function toSet(members: readonly Shot[], reason: string): FoundSet {
  const timed = members.every((shot) => shot.timeMs !== undefined);
  const { shots } = timed ? sequenceByTime(members) : sequenceByName(members);
  return { shots, levels: shots.map(levelOf), reasons: [reason], confidence: 1, flags: [] };
}

/** Warns about fixed or listed sets whose files are unlikely to be frames of one bracket. */
function warnOfMixes(sets: readonly FoundSet[], context: StageContext): void {
  const mixed = sets.flatMap(({ shots }) => {
    const differInSize = shots.some((shot) => sizeRelation(shots[0], shot) === "other");
    const kinds = new Set(shots.map(({ name }) => isRawName(name)));
    const what = [...(kinds.size > 1 ? ["RAW and other files"] : []), ...(differInSize ? ["sizes"] : [])];
    return what.length > 0 ? [`${nameOf(shots[0])} and the ${shots.length - 1} with it mix ${what.join(" and ")}`] : [];
  });
  if (mixed.length === 0) return;
  const message = `${mixed.length} of ${sets.length} sets mix files that are not frames of one bracket; the first: ${mixed[0]}`;
  context.warn("group/mixed", message);
}
