import type { IntegerImage } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { FrameCopies } from "./frame-copies.ts";
import { gatherEvidence } from "./frame-evidence.ts";
import { type DropReason, type FrameDrop, selectFrames } from "./frame-selection.ts";
import type { MergeOptions } from "./options.ts";

/** A frame as the caller gave it: `index` is its place there. */
export interface GivenFrame {
  readonly index: number;
  readonly image: IntegerImage;
  readonly name: string;
}

/** A frame that adds nothing. */
export interface DroppedFrame {
  /** Index of the frame, in the order given. */
  readonly frame: number;
  /** The frame, by name. */
  readonly name: string;
  /** Why it adds nothing. */
  readonly reason: DropReason;
  /** For copies and blurred frames: which frame shows the same. */
  readonly instead?: string;
}

export interface Judgement {
  /** Frames that are of use; `place` is their index in the list that was judged. */
  readonly kept: readonly { readonly image: IntegerImage; readonly place: number }[];
  readonly dropped: readonly DroppedFrame[];
}

/**
 * Finds out which frames are of use; warns of those that are not. Frames darkest first, two or more; `light`: stops by
 * display value.
 */
export function judgeFrames(
  frames: readonly GivenFrame[],
  copies: FrameCopies,
  light: Float32Array,
  { dropFrames }: MergeOptions,
  context: StageContext,
): Judgement {
  const images = frames.map(({ image }) => image);
  const drops = dropFrames === "never" ? [] : selectFrames(gatherEvidence(images, copies), light);
  const dropped = drops.map((drop) => describeDrop(drop, frames)).sort((a, b) => a.frame - b.frame);
  for (const { name, reason, instead } of dropped) {
    context.warn("merge/frame-dropped", `${name}: skipped, ${sentences[reason]}${instead ? ` ${instead}` : ""}`);
  }
  const places = [...frames.keys()].filter((k) => !drops.some(({ frame }) => frame === k));
  return { kept: places.map((place) => ({ image: images[place], place })), dropped };
}

const sentences: Record<DropReason, string> = {
  black: "it is black",
  "blown out": "it is blown out",
  copy: "it is a copy of",
  blurred: "it is blurred compared with",
};

function describeDrop({ frame, reason, instead }: FrameDrop, frames: readonly GivenFrame[]): DroppedFrame {
  const { index, name } = frames[frame];
  return { frame: index, name, reason, ...(instead === undefined ? {} : { instead: frames[instead].name }) };
}
