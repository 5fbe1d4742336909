import { EngineError } from "../../errors/index.ts";
import {
  composeHomographies,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
} from "../../image/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { buildPyramid, type Pyramid, releasePyramid } from "./luminance-pyramid.ts";
import { type AlignOptions, type AlignOptionsInput, alignOptions } from "./options.ts";
import { findingMotions } from "./params.ts";
import { findStart, roughTransform, type Start } from "./rough-motion.ts";

type FrameSize = Pick<IntegerImage, "width" | "height" | "channels">;

/**
 * Motions measured on the small copies of a bracket: sufficient for comparing tones, and the initial estimates of
 * `align`.
 */
export interface RoughMotions extends FrameOrder {
  /** For each frame: cell of the reference's copy → the frame's cell, to about a cell; identity if none was found. */
  readonly transforms: readonly Homography[];
  readonly pyramids: readonly Pyramid[];
  /** Motion from the brighter of two frames to the darker; cached. */
  startBetween(bright: number, dark: number): Promise<Start>;
  /** Reason if no motion is estimated. */
  readonly skipped?: string;
}

/** A bracket whose exposures are not yet related. */
interface FindMotionsInput {
  /** Sizes of the full-size frames; their pixels are not read. */
  readonly sizes: readonly FrameSize[];
  /** Small copies of the frames; the caller keeps them. */
  readonly copies: readonly SmallCopy[];
  /** Pyramids of these copies that were started earlier; the motions take ownership. */
  readonly begun?: readonly (Promise<Pyramid> | undefined)[];
  /** ev100 per frame (larger: darker), if known. */
  readonly exposuresEv: readonly (number | undefined)[];
  /** The frames are full circles, stitched by the camera. */
  readonly is360?: boolean;
  /** Names of the frames in messages; if absent, their numbers from 1. */
  readonly names?: readonly string[];
}

/**
 * Finds the rough motions of a bracket. {@link releaseMotions} releases them. Throws `input/mismatch` for frames of
 * different sizes, `options/*` and `cancelled`.
 */
export async function findMotions(
  {
    sizes,
    copies,
    begun = [],
    exposuresEv,
    is360 = false,
    names = sizes.map((_, i) => `frame ${i + 1}`),
  }: FindMotionsInput,
  given: AlignOptionsInput,
  context: StageContext,
): Promise<RoughMotions> {
  const options = resolveOptions("align", alignOptions, given);
  validateSizes(sizes, exposuresEv, names);
  const [{ width, height }] = sizes;
  const pyramids = await Promise.all(copies.map((copy, i) => begun[i] ?? buildPyramid(copy, width, context)));
  const order = orderFrames(pyramids, exposuresEv);
  const known = new Map<string, Promise<Start>>();
  const startBetween = (bright: number, dark: number) => {
    const key = `${bright} ${dark}`;
    const start = known.get(key) ?? findStart(pyramids[bright], pyramids[dark], options, context);
    known.set(key, start);
    return start;
  };
  const rough = { ...order, pyramids, startBetween };
  const skipped = reasonToSkip(copies.length, options, is360, Math.min(width, height));
  if (skipped) return { ...rough, transforms: copies.map(() => identityHomography), skipped };
  return { ...rough, transforms: await outwards(rough, context) };
}

function validateSizes(
  sizes: readonly FrameSize[],
  exposuresEv: readonly (number | undefined)[],
  names: readonly string[],
): void {
  const [first] = sizes;
  for (const [i, size] of sizes.entries()) {
    if (size.width !== first.width || size.height !== first.height || size.channels !== first.channels) {
      const came = `${names[0]} of ${first.width} × ${first.height} and ${names[i]} of ${size.width} × ${size.height}`;
      throw new EngineError(
        "input/mismatch",
        `align: expected frames of one size, or cropped by an editor by at most 2 % of a side, got ${came}`,
        { frame: i },
      );
    }
  }
  if (exposuresEv.length !== sizes.length) {
    throw new EngineError("internal", `align: expected ${sizes.length} exposures, got ${exposuresEv.length}`);
  }
}

export function releaseMotions({ pyramids }: RoughMotions, context: StageContext): void {
  for (const pyramid of pyramids) releasePyramid(pyramid, context);
}

function reasonToSkip(frames: number, options: AlignOptions, is360: boolean, shorter: number): string | undefined {
  if (!options.align) return "alignment is switched off";
  if (frames === 1) return "there is one frame";
  if (is360) return "360° frames are stitched by the camera, each for itself; they are rotated as spheres";
  if (shorter < findingMotions.minEdgePx) return `frames ${shorter} pixels high or wide show too little to align`;
  return undefined;
}

/** Motions from the reference outwards on both sides, each composed over its neighbour in exposure. */
async function outwards(
  { byExposure, reference, pyramids, startBetween }: Omit<RoughMotions, "transforms">,
  context: StageContext,
): Promise<Homography[]> {
  const between = async (from: number, to: number) => {
    if (pyramids[from].mean >= pyramids[to].mean) return roughTransform(await startBetween(from, to));
    return invertHomography(roughTransform(await startBetween(to, from)));
  };
  const middle = byExposure.indexOf(reference);
  const pairs = byExposure.slice(1).map((frame, i) => [byExposure[i], frame] as const);
  const links = await Promise.all(pairs.map(([a, b], i) => (i < middle ? between(b, a) : between(a, b))));
  throwIfCancelled(context, "align");
  const transforms: Homography[] = pyramids.map(() => identityHomography);
  for (let i = middle - 1; i >= 0; i--)
    transforms[byExposure[i]] = composeHomographies(links[i], transforms[byExposure[i + 1]]);
  for (let i = middle + 1; i < byExposure.length; i++)
    transforms[byExposure[i]] = composeHomographies(links[i - 1], transforms[byExposure[i - 1]]);
  return transforms;
}

/** Order of frames by exposure, and the reference, which does not move. */
interface FrameOrder {
  /** Frame indices, brightest first. */
  readonly byExposure: readonly number[];
  readonly reference: number;
}

/**
 * Orders by the camera's exposure values if every frame has one, otherwise, and for equal values, by the pictures'
 * brightness. The reference is the middle exposure; of two middle ones, the one with more tones between black and
 * white.
 */
export function orderFrames(pyramids: readonly Pyramid[], exposuresEv: readonly (number | undefined)[]): FrameOrder {
  const known = exposuresEv.every((ev) => ev !== undefined && Number.isFinite(ev));
  const byExposure = pyramids
    .map((_, i) => i)
    .sort((a, b) => {
      const difference = known ? (exposuresEv[a] as number) - (exposuresEv[b] as number) : 0;
      return difference || pyramids[b].mean - pyramids[a].mean || a - b;
    });
  const lower = byExposure[Math.floor((byExposure.length - 1) / 2)];
  const upper = byExposure[Math.floor(byExposure.length / 2)];
  return { byExposure, reference: pyramids[upper].midtones > pyramids[lower].midtones ? upper : lower };
}
