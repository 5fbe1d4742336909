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
  /** The picture before toning, and after. */
  readonly before: IntegerImage;
  readonly after: IntegerImage;
  /** Local lift of the light, as reported by toning. */
  readonly map?: LightMap | undefined;
}

/**
 * Checks that one curve of brightness, one white balance and a smooth gain explain every change by toning. The toned
 * picture is compared with the one before after these changes.
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

/** A picture before toning: its view, whose copy the caller keeps, and the effect of perspective correction on it. */
export interface Shape {
  readonly view: View;
  readonly measured: Measured;
}

/** Small copies, which the caller keeps. */
export interface CheckShapeInput {
  /** Copy of the picture before toning. */
  readonly before: SmallCopy;
  /** Copy of the picture before perspective correction: the fused one, or its preview. */
  readonly fused?: SmallCopy | undefined;
}

/** Checks that perspective correction made vertical lines more upright than in the fused picture. */
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
  /** Small copy of the toned picture; the caller keeps it. */
  readonly after: SmallCopy;
  /** Local lift of the light, as reported by toning. */
  readonly map?: LightMap | undefined;
}

/** {@link checkTone} for the small copy of a toned picture. */
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

/** All measures of {@link checkTone} about toning. */
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
 * Lean of the near-vertical lines in degrees, 75th percentile by length: converging verticals lean most at the sides.
 * Undefined if there are too few.
 */
export async function leanOf({ width, height, data }: SmallCopy, context: StageContext): Promise<number | undefined> {
  const luma = context.memory.f32(width * height);
  await context.kernels.run("cellLuma", { copy: data, target: luma, width }, height);
  const image = { width, height, channels: 1, data: luma, space: "srgb", factor: 1 } as const;
  const longer = Math.max(width, height);
  const window = { around: "vertical", toleranceDeg: lean.windowDeg } as const;
  const lines = await findLineSegments(image, window, lean.minLength * longer, context);
  context.memory.release(luma);
  const pieces: number[] = [];
  for (const { x1, y1, x2, y2, lengthPx } of lines) {
    const deg = degreesOf(Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)));
    for (let k = 0; k < lengthPx; k += lean.piecePx) pieces.push(deg);
  }
  return pieces.length * lean.piecePx < lean.minTotal * longer
    ? undefined
    : percentile(Float32Array.from(pieces), lean.percentile);
}
