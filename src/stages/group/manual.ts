import { EngineError } from "../../errors/index.ts";
import type { StageContext } from "../context.ts";
import { warnOfMixes } from "./mixed-sets.ts";
import type { GroupOptions } from "./options.ts";
import { sequenceByName, sequenceByTime } from "./order/index.ts";
import { Pictures } from "./pictures/index.ts";
import { type FoundSet, finishSets } from "./report/index.ts";
import { collectShotsAround, levelOf, type Shot } from "./shots/index.ts";
import type { GroupFrame, GroupResult } from "./types.ts";

/**
 * Far more brackets than a shoot has, so that what was found can be given back; a list beyond it is a mistake. Single
 * photographs may be listed in any number.
 */
const mostBrackets = 10_000;

/**
 * Groups as the caller lists them, by frame name. Frames that no list names become singles and say so, but for second
 * files of a shot that is listed; what is listed is merged, also where it is the second file of another. Throws
 * `input/groups` for a name that no frame has or that is listed twice, and for an empty list; `limits/groups` for more
 * than 10,000 lists of two or more.
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
  if (brackets > mostBrackets) {
    const message = `group: at most ${mostBrackets} sets of several can be listed, got ${brackets}`;
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
