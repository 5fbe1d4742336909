import type { StageContext } from "../../stages/context.ts";
import { lensOperation } from "../../stages/lens/index.ts";
import { earlierOperations } from "../../stages/metadata/index.ts";
import { toneOperation } from "../../stages/tone/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";

/** What earlier runs made of a set, by the histories of its files, that is not to be done twice. */
export interface EarlierWork {
  /** The lens of the reference frame was corrected. It is never corrected again. */
  readonly lensCorrected: boolean;
  /** All frames are finished pictures: their verticals and tone are final, and `again` is off. */
  readonly enhanced: boolean;
}

/** Reads it, and warns where a picture is left as it was enhanced. */
export function readEarlierWork(set: PhotoSet, { again }: ResolvedOptions, context: StageContext): EarlierWork {
  const { file, tags } = set.frames[set.reference];
  const lensCorrected = earlierOperations(tags).some((operation) => operation.startsWith(lensOperation));
  const finished = set.frames.every((frame) => earlierOperations(frame.tags).includes(toneOperation));
  const enhanced = finished && !again.again;
  if (enhanced) {
    const remedy = "`again` (--again) enhances it again";
    context.warn("enhance/again", `enhance: ${file.name} was enhanced before and keeps its view and tone; ${remedy}`);
  }
  return { lensCorrected, enhanced };
}
