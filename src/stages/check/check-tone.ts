import type { IntegerImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { cellsOf } from "./cells.ts";
import type { CheckResult } from "./check-merge.ts";
import { compareColours } from "./colour.ts";
import { compareContrast, smoothLuma } from "./contrast.ts";
import { compareDetail } from "./detail.ts";
import { explainTone } from "./explained.ts";
import { findingsOf, type Measured } from "./measures.ts";
import { findSeams } from "./seams.ts";
import { isTooSmall } from "./size.ts";
import { clippedShare } from "./tones.ts";

/**
 * Is every change between the picture before toning and after it explained by one curve of brightness, one white balance and a smooth
 * gain? The picture before, changed by those, is what the toned one is held against.
 */
export async function checkTone(
  before: IntegerImage,
  after: IntegerImage,
  context: StageContext,
): Promise<CheckResult> {
  throwIfCancelled(context, "check");
  const source = await shrinkFrame(before, context);
  const toned = await shrinkFrame(after, context);
  const measured = isTooSmall(source) || toned.width !== source.width ? {} : measure(source, toned, context);
  context.memory.release(source.data);
  context.memory.release(toned.data);
  return { findings: findingsOf(measured), measured };
}

function measure(source: SmallCopy, toned: SmallCopy, context: StageContext): Measured {
  const explained = explainTone(source, toned, context);
  const [picture, wanted] = [cellsOf(toned), cellsOf(explained)];
  const colours = compareColours(picture, wanted, []);
  const contrast = compareContrast(smoothLuma(picture), [smoothLuma(wanted)]);
  const detail = compareDetail(picture, [wanted]);
  const seams = findSeams(toned, [explained]);
  const clipped = Math.max(0, clippedShare(picture) - clippedShare(cellsOf(source)));
  context.memory.release(explained.data);
  return {
    "tone-colour": colours.farShare,
    "tone-contrast": contrast.reversedShare + contrast.haloShare,
    "tone-detail": detail.speckShare,
    "tone-seams": seams.share,
    "tone-clipped": clipped,
    "tone-noise": detail.noise,
    "tone-posterised": detail.evenShare,
  };
}
