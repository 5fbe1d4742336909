import { EngineError } from "../errors/index.ts";
import type { IntegerImage } from "../image/index.ts";
import {
  checkFrames,
  type Evidence,
  type Finding,
  gatherEvidence,
  type Measured,
  releaseEvidence,
  releaseView,
  tellingShare,
  type View,
  viewPicture,
} from "../stages/check/index.ts";
import type { StageContext } from "../stages/context.ts";
import type { EnhanceOptions } from "./options.ts";
import type { DecodedFrame } from "./picture.ts";

type Pixels = IntegerImage["data"];

/** What a set's pictures are held against, found on the first way of fusing it. */
export interface SetEvidence {
  /** Among the frames. */
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  /** Indices of the frames that belong into the picture. */
  readonly kept: readonly number[];
  /** Whether the set has one frame only. */
  readonly single: boolean;
  /** Of the frames, by their pixels. */
  readonly views: ReadonlyMap<Pixels, View>;
  /** Absent where there is nothing to hold a fused picture against. */
  readonly merge?: Evidence | undefined;
}

/**
 * Which of the decoded frames belong into the picture, and what is wrong with the others. Throws `check/no-picture` where a bracket
 * shows nothing at all.
 */
export async function screenFrames(
  decoded: readonly DecodedFrame[],
  { check: { check } }: EnhanceOptions,
  context: StageContext,
): Promise<SetEvidence> {
  const all = decoded.map((_, i) => i);
  const single = decoded.length === 1;
  const nothing = { findings: [], measured: {}, kept: all, single, views: new Map() };
  if (check === "off" || decoded.some(({ image }) => image.channels !== 3)) return nothing;
  const pictures = decoded.map(({ image }) => image);
  const views = new Map<Pixels, View>();
  for (const picture of pictures) views.set(picture.data, await viewPicture(picture, context));
  const names = decoded.map(({ file }) => file);
  const checked = checkFrames([...views.values()], names, context);
  const { findings, measured, leftOut, showsNothing } = checked;
  if (showsNothing && !single) {
    const message = `check: expected frames that show something, got ${names.length} that are black, white or one colour`;
    throw new EngineError("check/no-picture", message, { files: names });
  }
  const kept = all.filter((i) => !leftOut.some(({ frame }) => frame === i));
  return { findings, measured, kept, single, views };
}

/** What a picture fused of aligned frames is going to be held against; ends the views of frames that were moved or dropped. */
export async function evidenceOf(
  screened: SetEvidence,
  frames: readonly IntegerImage[],
  context: StageContext,
): Promise<SetEvidence> {
  const { views } = screened;
  if (views.size === 0) return screened;
  const aligned = new Map<Pixels, View>();
  for (const frame of frames) aligned.set(frame.data, views.get(frame.data) ?? (await viewPicture(frame, context)));
  for (const [data, view] of views) if (!aligned.has(data)) releaseView(view, context);
  return { ...screened, views: aligned, merge: await gatherEvidence([...aligned.values()], context) };
}

/** Gives back what {@link screenFrames} and {@link evidenceOf} took. */
export function releaseAll({ views, merge }: SetEvidence, context: StageContext): void {
  for (const view of views.values()) releaseView(view, context);
  if (merge) releaseEvidence(merge, context);
}

/** Index of the aligned frame that shows most of the scene. */
export function mostTelling({ merge }: SetEvidence): number {
  const shares = (merge?.frames ?? []).map(({ cells }) => tellingShare(cells));
  return Math.max(0, shares.indexOf(Math.max(...shares)));
}
