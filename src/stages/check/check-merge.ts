import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Cells, cellsOf, colourImage } from "./cells.ts";
import { compareColours } from "./colour.ts";
import { compareContrast, type SmoothLuma, smoothLuma } from "./contrast.ts";
import { compareDetail } from "./detail.ts";
import { detailLost, octavesSharper } from "./edge-sharpness.ts";
import { seamLength } from "./gain-steps.ts";
import { type Finding, findingsOf, type Measured } from "./measures.ts";
import { fusePlainly } from "./plain-fusion.ts";
import { findSeams } from "./seams.ts";
import { isTooSmall } from "./size.ts";
import { measureStructure } from "./structure.ts";
import { compareTints } from "./tint.ts";
import { compareTones } from "./tones.ts";
import { type View, viewCopy } from "./view.ts";

/** What other stages found out about the set. */
export interface KnownFacts {
  readonly deghost?: { readonly share: number };
}

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly measured: Measured;
}

/**
 * The frames of a set as every picture made of them is held against; made once, used for every way of fusing them.
 * Crosses threads.
 */
export interface Evidence {
  readonly frames: readonly View[];
  /** The plainest fusion of the small copies. */
  readonly plain: Cells;
  readonly smooth: readonly SmoothLuma[];
  /** MEF-SSIM of that fusion. */
  readonly plainScore: number;
  /** What it has of faults that every fusion has some of. */
  readonly allowed: Measured;
  /** Share of its blocks that show double contours. */
  readonly plainGhosts: number;
}

export interface GatherEvidenceInput {
  /** Views of aligned frames of one size; they stay the caller's. */
  readonly frames: readonly View[];
}

/** Undefined where the frames show too little. */
export async function gatherEvidence(
  { frames }: GatherEvidenceInput,
  _options: NoOptions,
  context: StageContext,
): Promise<Evidence | undefined> {
  const [{ copy }] = frames;
  if (frames.length < 2 || isTooSmall(copy)) return undefined;
  throwIfCancelled(context, "check");
  const images: IntegerImage[] = [];
  for (const frame of frames) images.push(await colourImage(frame.copy, context));
  const fused = await fusePlainly(images, copy.factor, context);
  const plain = await cellsOf(fused, context);
  const cells = frames.map((frame) => frame.cells);
  const copies = frames.map((frame) => frame.copy);
  const smooth = cells.map(smoothLuma);
  const contrast = await compareContrast(smoothLuma(plain), smooth, context);
  const tones = compareTones(plain, cells);
  const allowed: Measured = {
    "reversed-contrast": contrast.reversedShare,
    halo: contrast.haloShare,
    "lost-highlights": tones.lostHighlights,
    "lost-shadows": tones.lostShadows,
  };
  const structure = await measureStructure(fused, copies, context);
  endLeases([...images, fused], [], context.memory);
  return { frames, plain, smooth, plainScore: structure.score, plainGhosts: structure.ghostShare, allowed };
}

export interface CheckMergeInput extends Omit<CheckMergedCopyInput, "copy"> {
  /** The fused picture. */
  readonly image: IntegerImage;
}

/**
 * Is what was fused of these frames what they show? Holds it against small copies of them and the plainest fusion of
 * those.
 */
export async function checkMerge(
  { image, ...held }: CheckMergeInput,
  options: NoOptions,
  context: StageContext,
): Promise<CheckResult> {
  validateImage(image, "check");
  throwIfCancelled(context, "check");
  const copy = await shrinkFrame(image, context);
  const result = await checkMergedCopy({ copy, ...held }, options, context);
  endLeases([copy, image], [], context.memory);
  return result;
}

export interface CheckMergedCopyInput {
  /** Of the fused picture; it stays the caller's. */
  readonly copy: SmallCopy;
  /** What the frames tell. */
  readonly evidence: Evidence;
  readonly facts: KnownFacts;
}

/** {@link checkMerge} of the fused picture's small copy. */
export async function checkMergedCopy(
  { copy, evidence, facts }: CheckMergedCopyInput,
  _options: NoOptions,
  context: StageContext,
): Promise<CheckResult> {
  throwIfCancelled(context, "check");
  const measured = await measureMerge(await viewCopy(copy, context), evidence, facts, context);
  return { findings: findingsOf(measured), measured };
}

/** Findings that the plainest fusion of the frames may be without: double contours are told of small copies already. */
export function beyondPlain(findings: readonly Finding[], { plainGhosts }: Evidence): Finding[] {
  return findings.filter(({ measure, limit }) => measure !== "ghosts" || plainGhosts <= limit);
}

/** Every number of {@link checkMerge}. */
async function measureMerge(
  view: View,
  evidence: Evidence,
  facts: KnownFacts,
  context: StageContext,
): Promise<Measured> {
  const { frames, plain, smooth, plainScore, allowed } = evidence;
  const cells = frames.map((frame) => frame.cells);
  const copies = frames.map((frame) => frame.copy);
  const colours = await compareColours(view.cells, plain, cells, context);
  const tints = compareTints(view.cells, plain);
  const structure = await measureStructure(view.copy, copies, context);
  const contrast = await compareContrast(smoothLuma(view.cells), smooth, context);
  const detail = await compareDetail(view.cells, cells, context);
  const tones = compareTones(view.cells, cells);
  const seams = await findSeams(view.copy, copies, context);
  const sharper: number[] = [];
  for (const frame of cells) sharper.push(await octavesSharper(frame, view.cells, context));
  const beyond = (name: keyof Measured, value: number) => Math.max(0, value - (allowed[name] ?? 0));
  return {
    "foreign-colour": colours.foreignShare,
    "far-colour": colours.farShare,
    "colour-shift": colours.shift95,
    cast: tints.cast,
    "tinted-area": tints.tintedShare,
    "structure-lost": Math.max(0, plainScore - structure.score),
    ghosts: structure.ghostShare,
    "reversed-contrast": beyond("reversed-contrast", contrast.reversedShare),
    halo: beyond("halo", contrast.haloShare),
    specks: detail.speckShare,
    "speckled-area": detail.worstSpeckShare,
    "made-edges": await seamLength(view.cells, plain, cells, context),
    seams: seams.share,
    "torn-area": seams.worstShare,
    blur: detailLost(Math.max(...sharper)),
    noise: detail.noise,
    posterised: detail.evenShare,
    "lost-highlights": beyond("lost-highlights", tones.lostHighlights),
    "lost-shadows": beyond("lost-shadows", tones.lostShadows),
    blank: tones.emptyShare,
    "replaced-share": facts.deghost?.share ?? 0,
  };
}
