import { EngineError } from "../errors/index.ts";
import type { IntegerImage } from "../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../ops/index.ts";
import {
  checkFrames,
  type Evidence,
  type Finding,
  gatherEvidence,
  type Measured,
  tellingShare,
} from "../stages/check/index.ts";
import type { StageContext } from "../stages/context.ts";
import type { EnhanceOptions } from "./options.ts";
import type { DecodedFrame } from "./picture.ts";

/** What a set's pictures are held against, found on the first way of fusing it. */
export interface SetEvidence {
  /** Among the frames. */
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  /** Indices of the frames that belong into the picture. */
  readonly kept: readonly number[];
  /** Whether the set has one frame only. */
  readonly single: boolean;
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
  const nothing = { findings: [], measured: {}, kept: all, single };
  if (check === "off" || decoded.some(({ image }) => image.channels !== 3)) return nothing;
  const copies = await Promise.all(decoded.map(({ image }) => shrinkFrame(image, context)));
  const names = decoded.map(({ file }) => file);
  const { findings, measured, leftOut, showsNothing } = checkFrames(copies, names, context);
  for (const { data } of copies) context.memory.release(data);
  if (showsNothing && !single) {
    const message = `check: expected frames that show something, got ${names.length} that are black, white or one colour`;
    throw new EngineError("check/no-picture", message, { files: names });
  }
  const kept = all.filter((i) => !leftOut.some(({ frame }) => frame === i));
  return { findings, measured, kept, single };
}

/** What a picture fused of aligned frames is going to be held against. */
export async function evidenceOf(
  frames: readonly IntegerImage[],
  { check: { check } }: EnhanceOptions,
  context: StageContext,
): Promise<Evidence | undefined> {
  if (check === "off" || frames.length < 2 || frames.some(({ channels }) => channels !== 3)) return undefined;
  const copies: SmallCopy[] = await Promise.all(frames.map((frame) => shrinkFrame(frame, context)));
  return gatherEvidence(copies, context);
}

/** Index of the aligned frame that shows most of the scene. */
export function mostTelling({ merge }: SetEvidence): number {
  const shares = (merge?.cells ?? []).map(tellingShare);
  return Math.max(0, shares.indexOf(Math.max(...shares)));
}
