import { type IntegerImage, validateImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { compareColours } from "./colour.ts";
import { compareContrast, type SmoothLuma, smoothLuma } from "./contrast.ts";
import { compareDetail } from "./detail.ts";
import { type Finding, findingsOf, type Measured } from "./measures.ts";
import { fusePlainly } from "./plain-fusion.ts";
import { findSeams } from "./seams.ts";
import { isTooSmall } from "./size.ts";
import { measureStructure } from "./structure.ts";
import { compareTones } from "./tones.ts";

/** What other stages found out about the set. */
export interface KnownFacts {
  readonly deghost?: { readonly share: number };
}

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly measured: Measured;
}

/** The frames of a set as every picture made of them is held against; made once, used for every way of fusing them. */
export interface Evidence {
  readonly copies: readonly SmallCopy[];
  readonly plain: SmallCopy;
  readonly cells: readonly Cells[];
  readonly plainCells: Cells;
  readonly smooth: readonly SmoothLuma[];
  readonly plainScore: number;
  /** What the plainest fusion itself has of faults that every fusion has some of. */
  readonly allowed: Measured;
}

/** `copies`: of aligned frames, of one size, which are the evidence's from then on. Undefined where they show too little. */
export async function gatherEvidence(
  copies: readonly SmallCopy[],
  context: StageContext,
): Promise<Evidence | undefined> {
  if (copies.length < 2 || isTooSmall(copies[0])) {
    for (const { data } of copies) context.memory.release(data);
    return undefined;
  }
  throwIfCancelled(context, "check");
  const plain = await fusePlainly(copies, context);
  const cells = copies.map(cellsOf);
  const smooth = cells.map(smoothLuma);
  const plainCells = cellsOf(plain);
  const [{ score }] = measureStructure([plain], copies);
  const contrast = compareContrast(smoothLuma(plainCells), smooth);
  const tones = compareTones(plainCells, cells);
  const plainSeams = findSeams(plain, copies);
  const allowed: Measured = {
    "reversed-contrast": contrast.reversedShare,
    halo: contrast.haloShare,
    seams: plainSeams.share,
    "torn-area": plainSeams.worstShare,
    "lost-highlights": tones.lostHighlights,
    "lost-shadows": tones.lostShadows,
  };
  return { copies, plain, cells, plainCells, smooth, plainScore: score, allowed };
}

/** Gives back what {@link gatherEvidence} took. */
export function releaseEvidence({ copies, plain }: Evidence, { memory }: StageContext): void {
  for (const { data } of [...copies, plain]) memory.release(data);
}

/** Is what was fused of these frames what they show? Holds it against small copies of them and the plainest fusion of those. */
export async function checkMerge(
  image: IntegerImage,
  evidence: Evidence,
  facts: KnownFacts,
  context: StageContext,
): Promise<CheckResult> {
  validateImage(image, "check");
  throwIfCancelled(context, "check");
  const copy = await shrinkFrame(image, context);
  const { copies, cells, plainCells, smooth, plainScore, allowed } = evidence;
  const picture = cellsOf(copy);
  const colours = compareColours(picture, plainCells, cells);
  const [structure] = measureStructure([copy], copies);
  const contrast = compareContrast(smoothLuma(picture), smooth);
  const detail = compareDetail(picture, cells);
  const tones = compareTones(picture, cells);
  const seams = findSeams(copy, copies);
  const beyond = (name: keyof Measured, value: number) => Math.max(0, value - (allowed[name] ?? 0));
  const measured: Measured = {
    "foreign-colour": colours.foreignShare,
    "far-colour": colours.farShare,
    "colour-shift": colours.shift95,
    cast: colours.cast,
    "structure-lost": Math.max(0, plainScore - structure.score),
    ghosts: structure.ghostShare,
    "reversed-contrast": beyond("reversed-contrast", contrast.reversedShare),
    halo: beyond("halo", contrast.haloShare),
    specks: detail.speckShare,
    "speckled-area": detail.worstSpeckShare,
    seams: beyond("seams", seams.share),
    "torn-area": beyond("torn-area", seams.worstShare),
    blur: Math.max(0, 1 - detail.sharpness),
    noise: detail.noise,
    posterised: detail.evenShare,
    "lost-highlights": beyond("lost-highlights", tones.lostHighlights),
    "lost-shadows": beyond("lost-shadows", tones.lostShadows),
    blank: tones.emptyShare,
    "replaced-share": facts.deghost?.share ?? 0,
  };
  context.memory.release(copy.data);
  return { findings: findingsOf(measured), measured };
}
