import type { IntegerImage } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { CheckResult } from "./check-merge.ts";
import { compareColours } from "./colour.ts";
import { compareContrast, smoothLuma } from "./contrast.ts";
import { compareDetail } from "./detail.ts";
import { explainTone, type LightMap } from "./explained.ts";
import { seamLength } from "./gain-steps.ts";
import { leanOf } from "./lean.ts";
import { findingsOf, type Measured } from "./measures.ts";
import { findSeams } from "./seams.ts";
import { isTooSmall } from "./size.ts";
import { compareTints } from "./tint.ts";
import { clippedShare } from "./tones.ts";
import { releaseView, type View, viewPicture } from "./view.ts";

/** Steepest that toning makes a passage, beside what jumps have to exceed anyway. */
const mostSlope = 2;

/**
 * Is every change between the picture before toning and after it explained by one curve of brightness, one white balance and a smooth
 * gain? The picture before, changed by those, is what the toned one is held against. `leanBefore`: how far upright lines leaned in the
 * fused picture, where perspective was corrected since; whether they stand better in `before` is told too. `map`: where toning says that
 * it lifted the light.
 */
export async function checkTone(
  before: IntegerImage,
  after: IntegerImage,
  context: StageContext,
  leanBefore?: number,
  map?: LightMap,
): Promise<CheckResult> {
  throwIfCancelled(context, "check");
  const source = await viewPicture(before, context);
  const toned = await viewPicture(after, context);
  let measured: Measured = {};
  if (!isTooSmall(source.copy) && toned.copy.width === source.copy.width) {
    measured = { ...tiltOf(source, leanBefore), ...measureTone(source, toned, map) };
  }
  releaseView(source, context);
  releaseView(toned, context);
  return { findings: findingsOf(measured), measured };
}

function tiltOf({ copy }: View, leanBefore: number | undefined): Measured {
  const lean = leanBefore === undefined ? undefined : leanOf(copy);
  if (lean === undefined || leanBefore === undefined) return {};
  return { "tilt-made": Math.max(0, lean - leanBefore), "tilt-left": lean };
}

/** Every number of {@link checkTone} that is about toning. */
export function measureTone(source: View, toned: View, map?: LightMap): Measured {
  const picture = toned.cells;
  const wanted = explainTone(source.cells, picture, map);
  const contrast = compareContrast(smoothLuma(picture), [smoothLuma(wanted)]);
  const detail = compareDetail(picture, [wanted]);
  return {
    "tone-colour": compareColours(picture, wanted, []).farShare,
    "tone-tint": compareTints(picture, source.cells).tintedShare,
    "tone-edges": seamLength(picture, wanted, []),
    "tone-contrast": contrast.reversedShare + contrast.haloShare,
    "tone-detail": detail.speckShare,
    "tone-seams": findSeams(toned.copy, [source.copy], mostSlope).share,
    "tone-clipped": Math.max(0, clippedShare(picture) - clippedShare(source.cells)),
    "tone-noise": detail.noise,
    "tone-posterised": detail.evenShare,
  };
}
