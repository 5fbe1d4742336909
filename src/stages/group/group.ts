import { EngineError } from "../../errors/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { findEditedCopies } from "./edited-copies.ts";
import { cutFixed, groupListed } from "./given-sets.ts";
import { type GroupOptions, type GroupOptionsInput, groupOptions } from "./options.ts";
import { findSequences, hasNamesInOrder, type Sequence, warnOfOrder } from "./order/index.ts";
import { Pictures } from "./pictures/index.ts";
import { differAsRenditions, findRenditions } from "./renditions.ts";
import { describeSets, describeView, type FoundSet, finishSets, withTimes } from "./report/index.ts";
import { cutSequence } from "./search/index.ts";
import { type CopyLook, collectShots, foldCopies, nameOf, type Shot } from "./shots/index.ts";
import type { GroupFrame, GroupInput, GroupResult } from "./types.ts";
import { gatherViews, splitRepeats } from "./views/index.ts";

/**
 * Finds which photographs of a shoot form an exposure bracket. Every frame is in exactly one group (in `frames` or, for
 * a second file of the same shot, in `twins`); the result does not depend on the order of the input.
 *
 * If `lists` are given, they are the sets; frames in no list become singles with a reason. Otherwise, with
 * `bracketSize` 0, neighbours in capture order of one camera are scored by their headers, by their pictures if those
 * can change the answer, and cut by dynamic programming. If neither headers nor names show an order, frames of one
 * camera angle are a set; with `sameView` they always are. With N, every N consecutive shots are one set. Warns
 * `group/size-limit` if a set is longer than `maxBracketSize`, `group/order-uncertain` if file names decided the order
 * and `group/remainder` if the last fixed set is smaller. Throws `input/groups` if two frames have the same name or a
 * list is wrong, `limits/groups` for more than 10,000 lists of two or more, `options/*`, `cancelled`, and the error of
 * a thumbnail that fails.
 */
export async function group(
  { frames, lists }: GroupInput,
  options: GroupOptionsInput,
  context: StageContext,
): Promise<GroupResult> {
  const resolved = resolveOptions("group", groupOptions, options);
  refuseDoubleNames(frames);
  throwIfCancelled(context, "group");
  return lists ? groupListed(frames, lists, resolved, context) : findGroups(frames, resolved, context);
}

async function findGroups(
  frames: readonly GroupFrame[],
  options: GroupOptions,
  context: StageContext,
): Promise<GroupResult> {
  const { bracketSize, checkFrames } = options;
  const pictures = new Pictures(context);
  const lookAt = async (a: Shot, b: Shot): Promise<CopyLook> => {
    await pictures.load([a, b]);
    if (!pictures.has(a) || !pictures.has(b)) return "unknown";
    if (pictures.areEqual(a, b)) return "equal";
    return differAsRenditions(a, b, pictures) ? "pushed" : "other";
  };
  const different = await foldCopies(collectShots(frames, options.preferJpeg), lookAt);
  if (bracketSize > 0) return finishSets(cutFixed(different, bracketSize, context), pictures, checkFrames);
  if (options.sameView) {
    const views = await gatherViews(different, pictures, { joinsDusk: true });
    return finishSets(views.map(describeView), pictures, checkFrames);
  }
  const edited = await findEditedCopies(different, pictures, options);
  const renditions = await findRenditions(edited.others, pictures);
  const sequences = await findSequences(renditions.others, pictures);
  warnOfOrder(sequences, context, isUnordered);
  const sets: FoundSet[] = [...edited.sets, ...renditions.sets];
  for (const sequence of sequences) sets.push(...(await setsOf(sequence, pictures, options, context)));
  return finishSets(sets, pictures, checkFrames);
}

/** If nothing shows the capture order, frames of one camera angle are a set. */
async function setsOf(
  sequence: Sequence,
  pictures: Pictures,
  options: GroupOptions,
  context: StageContext,
): Promise<FoundSet[]> {
  if (isUnordered(sequence)) {
    const views = await gatherViews(sequence.shots, pictures);
    return views.flatMap(splitRepeats).map(describeView);
  }
  const cut = await cutSequence(sequence, pictures, options);
  for (const shots of cut.tooLong) {
    const range = `${nameOf(shots[0])} to ${nameOf(shots[shots.length - 1])}`;
    const message = `${range} look like one set of ${shots.length} frames, but maxBracketSize is ${options.maxBracketSize}`;
    context.warn("group/size-limit", message);
  }
  return withTimes(describeSets(cut, pictures));
}

function isUnordered({ shots, isTimed }: Sequence): boolean {
  const isUnnumbered = ({ exposureEv, photo: { series } }: Shot) =>
    exposureEv === undefined && series.fileNumber === undefined && series.shotNumber === undefined;
  return !isTimed && shots.length > 1 && shots.every(isUnnumbered) && !hasNamesInOrder(shots);
}

/** Throws `input/groups` with every frame name that occurs more than once. */
function refuseDoubleNames(frames: readonly GroupFrame[]): void {
  const seen = new Set<string>();
  const double = new Set<string>();
  for (const { name } of frames) (seen.has(name) ? double : seen).add(name);
  if (double.size === 0) return;
  const names = [...double].sort();
  throw new EngineError("input/groups", `group: frame names must be unique, given twice: ${names.join(", ")}`, {
    names,
  });
}
