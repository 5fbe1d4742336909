import { EngineError } from "../../errors/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { sequenceByName, sequenceByTime } from "./capture-order.ts";
import { type FoundSet, finishSets } from "./found-set.ts";
import { Gallery } from "./gallery.ts";
import { refuseDoubleNames } from "./group.ts";
import { type GroupOptions, groupOptions } from "./options.ts";
import { levelOf } from "./set-shape.ts";
import { describeShots, type Shot } from "./shot.ts";
import type { GroupFrame, GroupResult } from "./types.ts";

/** More sets than the largest shoots have; a list beyond it is a mistake. */
const mostLists = 500;

/**
 * Groups as the caller lists them, by frame name. Frames that no list names become singles and say so. Second files of a shot are
 * not recognised here: what is listed is merged. Throws `input/groups` for a name that no frame has or that is listed twice, and for
 * an empty list; `limits/groups` for more than 500 lists; `options/*`; `cancelled`.
 */
export async function groupManually(
  frames: readonly GroupFrame[],
  lists: readonly (readonly string[])[],
  options: GroupOptions,
  context: StageContext,
): Promise<GroupResult> {
  const { checkFrames } = resolveOptions("group", groupOptions, options);
  refuseDoubleNames(frames);
  throwIfCancelled(context, "group");
  const shots = new Map(describeShots(frames).map((shot) => [shot.frame.name, shot]));
  refuseLists(lists, shots);
  const listed = new Set(lists.flat());
  const sets = lists.map((names) =>
    toSet(
      names.map((name) => shots.get(name)!),
      "listed together by the caller",
    ),
  );
  for (const [name, shot] of shots) {
    if (!listed.has(name)) sets.push(toSet([shot], "not in any of the caller's lists, so it stands alone"));
  }
  return finishSets(sets, new Gallery(context), checkFrames);
}

function refuseLists(lists: readonly (readonly string[])[], shots: ReadonlyMap<string, Shot>): void {
  if (lists.length > mostLists) {
    throw new EngineError("limits/groups", `group: at most ${mostLists} sets can be listed, got ${lists.length}`, {
      groups: lists.length,
    });
  }
  const seen = new Set<string>();
  const unknown = new Set<string>();
  const double = new Set<string>();
  for (const name of lists.flat()) {
    if (!shots.has(name)) unknown.add(name);
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
