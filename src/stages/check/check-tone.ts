import { degreesOf, endLeases, type IntegerImage } from "../../image/index.ts";
import { findLineSegments, percentile, type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { isTooSmall, type View, viewCopy } from "./cells.ts";
import type { CheckResult } from "./check-merge.ts";
import { compareColours, compareTints } from "./colour.ts";
import { compareContrast, compareDetail, smoothLuma } from "./detail.ts";
import { explainTone, type LightMap } from "./explained.ts";
import { findingsOf, type Measured } from "./measures.ts";
import { jumps, lean } from "./params.ts";
import { findSeams, seamLength } from "./seams.ts";
import { clippedShare } from "./tones.ts";

interface CheckToneInput {
  /** The picture before it was toned, and after. */
  readonly before: IntegerImage;
  readonly after: IntegerImage;
  /** Where toning says that it lifted the light. */
  readonly map?: LightMap | undefined;
}

/**
 * Is every change between the picture before toning and after it explained by one curve of brightness, one white
 * balance and a smooth gain? The picture before, changed by those, is what the toned one is held against.
 */
export async function checkTone(
  { before, after, map }: CheckToneInput,
  options: NoOptions,
  context: StageContext,
): Promise<CheckResult> {
  const copies = [await shrinkFrame(before, context), await shrinkFrame(after, context)] as const;
  const { view } = await checkShape({ before: copies[0] }, options, context);
  const result = await checkTonedCopy({ before: view, after: copies[1], map }, options, context);
  endLeases([...copies, before, after], [], context.memory);
  return result;
}

/** A picture before it is toned: its view, whose copy stays the caller's, and what correcting its perspective did. */
export interface Shape {
  readonly view: View;
  readonly measured: Measured;
}

/** Small copies, which stay the caller's. */
export interface CheckShapeInput {
  /** Of the picture that is going to be toned. */
  readonly before: SmallCopy;
  /** Of the picture before perspective was corrected: the fused one, or its preview. */
  readonly fused?: SmallCopy | undefined;
}

/** Do upright lines stand better in the picture than in the one that was fused? */
export async function checkShape(
  { before, fused }: CheckShapeInput,
  _options: NoOptions,
  context: StageContext,
): Promise<Shape> {
  throwIfCancelled(context, "check");
  const view = await viewCopy(before, context);
  return { view, measured: isTooSmall(before) ? {} : await tiltOf(before, fused, context) };
}

export interface CheckTonedCopyInput {
  readonly before: View;
  /** Of the toned picture; it stays the caller's. */
  readonly after: SmallCopy;
  /** Where toning says that it lifted the light. */
  readonly map?: LightMap | undefined;
}

/** {@link checkTone} of the toned picture's small copy. */
export async function checkTonedCopy(
  { before: source, after, map }: CheckTonedCopyInput,
  _options: NoOptions,
  context: StageContext,
): Promise<CheckResult> {
  throwIfCancelled(context, "check");
  const toned = await viewCopy(after, context);
  const isAlike = !isTooSmall(source.copy) && toned.copy.width === source.copy.width;
  const measured = isAlike ? await measureTone(source, toned, map, context) : {};
  return { findings: findingsOf(measured), measured };
}

async function tiltOf(copy: SmallCopy, fused: SmallCopy | undefined, context: StageContext): Promise<Measured> {
  const leanBefore = fused && (await leanOf(fused, context));
  const lean = leanBefore === undefined ? undefined : await leanOf(copy, context);
  if (lean === undefined || leanBefore === undefined) return {};
  return { "tilt-made": Math.max(0, lean - leanBefore), "tilt-left": lean };
}

/** Every number of {@link checkTone} that is about toning. */
async function measureTone(
  source: View,
  toned: View,
  map: LightMap | undefined,
  context: StageContext,
): Promise<Measured> {
  const picture = toned.cells;
  const wanted = await explainTone(source.cells, picture, map, context);
  const contrast = await compareContrast(smoothLuma(picture), [source.cells, wanted].map(smoothLuma), context);
  const detail = await compareDetail(picture, [wanted], context);
  const colours = await compareColours(picture, wanted, [], context);
  const seams = await findSeams(toned.copy, [source.copy], context, jumps.toneStretch);
  return {
    "tone-colour": colours.farShare,
    "tone-tint": compareTints(picture, source.cells).tintedShare,
    "tone-edges": await seamLength(picture, wanted, [], context),
    "tone-contrast": contrast.reversedShare + contrast.haloShare,
    "tone-detail": detail.speckShare,
    "tone-seams": seams.share,
    "tone-clipped": Math.max(0, clippedShare(picture, map) - clippedShare(source.cells, map)),
    "tone-noise": detail.noise,
    "tone-posterised": detail.evenShare,
  };
}

/**
 * Degrees that the lines nearest to upright lean, 75th percentile by length: verticals that converge lean most at the
 * sides. Undefined where there are too few.
 */
export async function leanOf({ width, height, data }: SmallCopy, context: StageContext): Promise<number | undefined> {
  const luma = context.memory.f32(width * height);
  await context.kernels.run("cellLuma", { copy: data, target: luma, width }, height);
  const image = { width, height, channels: 1, data: luma, space: "srgb", factor: 1 } as const;
  const longer = Math.max(width, height);
  const window = { around: "vertical", toleranceDeg: lean.windowDeg } as const;
  const lines = await findLineSegments(image, window, lean.leastLength * longer, context);
  context.memory.release(luma);
  const pieces: number[] = [];
  for (const { x1, y1, x2, y2, lengthPx } of lines) {
    const deg = degreesOf(Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)));
    for (let k = 0; k < lengthPx; k += lean.piecePx) pieces.push(deg);
  }
  return pieces.length * lean.piecePx < lean.leastTotal * longer
    ? undefined
    : percentile(Float32Array.from(pieces), lean.percentile);
}
