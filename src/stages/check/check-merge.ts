import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Cells, cellsOf, colourImage, isTooSmall, type View, viewCopy } from "./cells.ts";
import { compareColours, compareTints } from "./colour.ts";
import { compareContrast, compareDetail, detailLost, octavesSharper, type SmoothLuma, smoothLuma } from "./detail.ts";
import type { RingFacts } from "./edge-rings.ts";
import { expectColours, fusePlainly, type ShownBy, simulateLumas } from "./expected-picture.ts";
import { type Finding, findingsOf, type Measured } from "./measures.ts";
import { findSeams, seamLength } from "./seams.ts";
import { measureStructure } from "./structure.ts";
import { compareTones } from "./tones.ts";

/** Facts about the set from other stages. */
interface KnownFacts {
  readonly deghost?: { readonly share: number };
  /** From {@link measureRings}. */
  readonly rings?: Pick<RingFacts, "worstShare">;
}

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly measured: Measured;
}

/** The frames of a set, prepared for comparison with pictures made of them. Can be sent to other threads. */
export interface Evidence {
  readonly frames: readonly View[];
  /** The frames as they were fused, after moved areas were replaced by those of one frame. */
  readonly shown?: readonly View[] | undefined;
  /** The plain fusion of the frames as they were fused. */
  readonly plain: Cells;
  /** Colours expected from the frames. */
  readonly expected: Pick<Cells, "rgb" | "lab">;
  /** Large-scale luma of the frames, and of simulated exposures between them. */
  readonly smooth: readonly SmoothLuma[];
  /** MEF-SSIM of the plain fusion. */
  readonly plainScore: number;
  /** Faults of the plain fusion that every fusion has to some degree. */
  readonly allowed: Measured;
}

export interface GatherEvidenceInput {
  /** Views of aligned frames of one size; the caller keeps them. */
  readonly frames: readonly View[];
  /** If something moved: copies of all frames as they are fused, and the frame that each area shows. */
  readonly shown?: { readonly copies: readonly SmallCopy[]; readonly shownBy: ShownBy } | undefined;
}

/** Undefined if the frames show too little. */
export async function gatherEvidence(
  { frames, shown }: GatherEvidenceInput,
  _options: NoOptions,
  context: StageContext,
): Promise<Evidence | undefined> {
  const [{ copy }] = frames;
  if (frames.length < 2 || isTooSmall(copy)) return undefined;
  throwIfCancelled(context, "check");
  const copies = shown?.copies ?? frames.map((frame) => frame.copy);
  const images: IntegerImage[] = [];
  for (const each of copies) images.push(await colourImage(each, context));
  const fused = await fusePlainly(images, copy.factor, context);
  const plain = await cellsOf(fused, context);
  const cells = frames.map((frame) => frame.cells);
  const views: View[] = [];
  for (const each of shown?.copies ?? []) views.push(await viewCopy(each, context));
  const smooth = [...cells.map(smoothLuma), ...simulateLumas(cells)];
  const contrast = await compareContrast(smoothLuma(plain), smooth, context);
  const tones = compareTones(plain, cells);
  const allowed: Measured = {
    "reversed-contrast": contrast.reversedShare,
    halo: contrast.haloShare,
    "lost-highlights": tones.lostHighlights,
    "lost-shadows": tones.lostShadows,
  };
  const structure = await measureStructure(fused, copies, context);
  const expected = await expectColours(cells, plain, shown?.shownBy, context);
  endLeases([...images, fused], [], context.memory);
  return { frames, ...(shown ? { shown: views } : {}), plain, expected, smooth, plainScore: structure.score, allowed };
}

interface CheckMergeInput extends Omit<CheckMergedCopyInput, "copy"> {
  /** The fused picture. */
  readonly image: IntegerImage;
}

/**
 * Checks that the fused picture shows what its frames show, by comparing it with small copies of them and their plain
 * fusion.
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
  /** Small copy of the fused picture; the caller keeps it. */
  readonly copy: SmallCopy;
  /** Evidence of the frames. */
  readonly evidence: Evidence;
  readonly facts: KnownFacts;
}

/** {@link checkMerge} for the small copy of a fused picture. */
export async function checkMergedCopy(
  { copy, evidence, facts }: CheckMergedCopyInput,
  _options: NoOptions,
  context: StageContext,
): Promise<CheckResult> {
  throwIfCancelled(context, "check");
  const measured = await measureMerge(await viewCopy(copy, context), evidence, facts, context);
  return { findings: findingsOf(measured), measured };
}

/** All measures of {@link checkMerge}. */
async function measureMerge(
  view: View,
  evidence: Evidence,
  facts: KnownFacts,
  context: StageContext,
): Promise<Measured> {
  const { frames, shown, plain, expected, smooth, plainScore, allowed } = evidence;
  const cells = frames.map((frame) => frame.cells);
  const copies = frames.map((frame) => frame.copy);
  const asFused = shown ?? frames;
  const colours = await compareColours(
    view.cells,
    expected,
    asFused.map((frame) => frame.cells),
    context,
  );
  const tints = compareTints(view.cells, expected);
  const structure = await measureStructure(
    view.copy,
    asFused.map((frame) => frame.copy),
    context,
  );
  // Moved areas are compared with the frames as they were: a picture is right if it matches one of them.
  const moved = shown ? await measureStructure(view.copy, copies, context) : structure;
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
    ghosts: moved.worstGhostShare,
    "edge-ring": facts.rings?.worstShare ?? 0,
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
