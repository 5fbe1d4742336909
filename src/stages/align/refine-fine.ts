import { applyHomography, type Homography, type IntegerImage } from "../../image/index.ts";
import { alignSumColumns, alignSums, alignTileColumns } from "../../kernels/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { refineInModel } from "./choose-model.ts";
import { type ComparedPair, tableOf } from "./compared-tiles.ts";
import { greenSamples, type Pyramid, pictureTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate } from "./motion.ts";
import { cornerUncertainty } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
import { featureLimits, fineGrid, fineRefinement } from "./params.ts";
import type { Refined } from "./refine.ts";
import type { ToneMatch } from "./tone-match.ts";

interface FineSearch {
  readonly bright: Pyramid;
  readonly pictures: { readonly bright: IntegerImage; readonly dark: IntegerImage };
  /** Motion on the finest plane. */
  readonly found: Refined;
  readonly wanted: AlignModel;
  /** The same motion between pixels of the pictures. */
  readonly coarse: MotionEstimate & { readonly found: true };
  readonly tone: ToneMatch;
}

/**
 * Measures a motion, already known to one or two fine pixels, on tiles of the pictures. A plane of means is not precise
 * to a few hundredths: it has fewer edges, and where a window meets a wall the mean of tones is not the tone of the
 * mean. `undefined` if the tiles do not determine the motion, or contradict the plane.
 */
export async function refineFine(search: FineSearch, context: StageContext): Promise<MotionEstimate | undefined> {
  const { bright, coarse } = search;
  if (bright.factor === bright.fineFactor) return coarse;
  const quick = await refineOn(search, fineRefinement.fewPixels, context);
  const refined =
    quick && quick.uncertainty <= fineRefinement.enoughPx
      ? quick
      : ((await refineOn(search, fineRefinement.manyPixels, context)) ?? quick);
  if (!refined) return undefined;
  const transform = pictureTransform(refined.transform, bright.fineFactor, 0);
  return { ...coarse, transform, uncertaintyPx: (refined.uncertainty * bright.pictureWidth) / 3000 };
}

/** Measures on the most informative tiles; `undefined` if they do not determine the motion. */
async function refineOn(
  { bright, pictures, found, wanted, tone }: FineSearch,
  maxPixels: number,
  context: StageContext,
): Promise<{ readonly transform: Homography; readonly uncertainty: number } | undefined> {
  throwIfCancelled(context, "align");
  const { fineFactor } = bright;
  const ratio = bright.factor / fineFactor;
  const transform = pictureTransform(found.transform, ratio, 0);
  const { width: planeWidth } = bright.levels[0];
  const tiles = {
    found,
    planeWidth,
    planeTilePx: featureLimits.tilePx,
    ratio,
    fineFactor,
    transform,
    tone,
    maxPixels,
  };
  const pair = await makeFinePair({ ...pictures, ...tiles }, context);
  if (!pair) return undefined;
  const { maxSteps, tolerancePx } = fineRefinement;
  const settings = { maxSteps, tolerancePx, deviation: found.equations.deviation * 2 };
  const refined = await refineInModel(pair, transform, wanted, settings, context);
  releaseFine(pair, context);
  if (!refined) return undefined;
  const { width, height } = pair;
  if (!(cornerDistance(refined.transform, transform, width, height) < fineRefinement.maxCorrectionPx)) return undefined;
  const uncertainty = (cornerUncertainty(refined.equations, refined.model, width, height) * 3000) / width;
  return { transform: refined.transform, uncertainty };
}

/** Two pictures with matched tones, at the fine factor, in the most informative tiles. */
interface FinePair extends ComparedPair {
  readonly count: number;
}

interface FineRequest {
  readonly bright: IntegerImage;
  readonly dark: IntegerImage;
  /** Picture pixels per fine pixel, and fine pixels per pixel of the plane, along each axis. */
  readonly fineFactor: number;
  readonly ratio: number;
  /** The motion on the plane with its tiles, and the same motion between fine pixels. */
  readonly found: Refined;
  readonly planeWidth: number;
  readonly planeTilePx: number;
  readonly transform: Homography;
  readonly tone: ToneMatch;
  /** Maximum number of compared pixels. */
  readonly maxPixels: number;
}

/** `undefined` if too few tiles are inside both pictures. {@link releaseFine} releases it. */
async function makeFinePair(request: FineRequest, context: StageContext): Promise<FinePair | undefined> {
  const { bright, dark, fineFactor, tone, ratio, planeTilePx } = request;
  const { memory, kernels } = context;
  const edge = planeTilePx * ratio;
  const picked = pickTiles(request, edge);
  if (picked.length < fineGrid.minTiles) return undefined;
  const count = picked.length;
  const [width, height] = fineSize(bright, fineFactor);
  const sizes = { template: edge + 2, frame: edge + 2 * fineGrid.reachPx };
  if (Math.min(width, height) < sizes.frame + 2 * fineGrid.radiusPx) return undefined;
  const origins = { template: pointTable(count), frame: pointTable(count) };
  const tiles = tableOf(count);
  for (const [k, tile] of picked.entries()) {
    const from = insideOf(tile.x - 1, tile.y - 1, sizes.template, width, height);
    const to = insideOf(tile.frameX, tile.frameY, sizes.frame, width, height);
    const [x, y] = [Math.max(tile.x, from.x + 1), Math.max(tile.y, from.y + 1)];
    const right = Math.min(tile.x, from.x + 1) + edge;
    const bottom = Math.min(tile.y, from.y + 1) + edge;
    origins.template.set([from.x, from.y], k * 2);
    origins.frame.set([to.x, to.y], k * 2);
    const templateAt = (k * sizes.template + y - from.y) * sizes.template + x - from.x;
    const frameAt = k * sizes.frame ** 2;
    const row = [x, y, right - x, bottom - y, templateAt, frameAt, to.x, to.y, sizes.frame, sizes.frame];
    tiles.set(row, k * alignTileColumns);
  }
  const template = memory.f32(count * sizes.template ** 2);
  const blocked = memory.u8(template.length);
  const frame = memory.f32(count * sizes.frame ** 2);
  const common = { factor: fineFactor, radius: fineGrid.radiusPx };
  const ofBright = {
    lut: tone.bright,
    origins: origins.template,
    size: sizes.template,
    target: template,
    clipped: blocked,
    spline: 0,
  } as const;
  const ofDark = { lut: tone.dark, origins: origins.frame, size: sizes.frame, target: frame, spline: 1 } as const;
  await Promise.all([
    kernels.run("alignPatches", { ...greenSamples(bright), ...common, ...ofBright }, count, 24),
    kernels.run("alignPatches", { ...greenSamples(dark), ...common, ...ofDark }, count, 24),
  ]);
  const strides = { templateStride: sizes.template, frameStride: sizes.frame };
  return { width, height, template, blocked, frame, spline: 1, ...strides, tiles, count, minSquare: 1e-7 };
}

function releaseFine(pair: FinePair, context: StageContext): void {
  context.memory.release(pair.template);
  context.memory.release(pair.blocked);
  context.memory.release(pair.frame);
}

function fineSize({ width, height }: IntegerImage, factor: number): [number, number] {
  return [Math.floor(width / factor), Math.floor(height / factor)];
}

/** A patch's origin, shifted so that the patch with its border is inside the picture. */
function insideOf(x: number, y: number, size: number, width: number, height: number): { x: number; y: number } {
  const clamp = (at: number, length: number) =>
    Math.min(length - size - fineGrid.radiusPx, Math.max(fineGrid.radiusPx, at));
  return { x: clamp(x, width), y: clamp(y, height) };
}

function pointTable(count: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(count * 2 * 4));
}

interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly frameX: number;
  readonly frameY: number;
  readonly cell: number;
  /** Texture measured on the plane. */
  readonly energy: number;
}

/** The tiles with the most texture, without movers and parts outside one of the pictures. */
function pickTiles(request: FineRequest, edge: number): Candidate[] {
  const candidates = candidateTiles(request, edge).sort((a, b) => b.energy - a.energy);
  const maxTiles = Math.ceil(request.maxPixels / edge ** 2);
  const quota = Math.ceil((maxTiles * fineGrid.spread) / fineGrid.cells ** 2);
  const taken = new Uint16Array(fineGrid.cells ** 2);
  const first: Candidate[] = [];
  const rest: Candidate[] = [];
  for (const candidate of candidates) (taken[candidate.cell]++ < quota ? first : rest).push(candidate);
  return [...first, ...rest].slice(0, maxTiles).sort((a, b) => a.y - b.y || a.x - b.x);
}

function candidateTiles(request: FineRequest, edge: number): Candidate[] {
  const { found, planeWidth, planeTilePx, transform } = request;
  const [width, height] = fineSize(request.bright, request.fineFactor);
  const across = Math.ceil(planeWidth / planeTilePx);
  const { sums } = found.equations;
  const size = edge + 2 * fineGrid.reachPx;
  const candidates: Candidate[] = [];
  for (let index = 0; index < found.usable.length; index++) {
    const energy = sums[index * alignSumColumns + alignSums.tt];
    if (!found.usable[index] || energy === 0) continue;
    const [x, y] = [(index % across) * edge, Math.floor(index / across) * edge];
    const centre = applyHomography(transform, x + (edge - 1) / 2, y + (edge - 1) / 2);
    const frameX = Math.round(centre.x - (size - 1) / 2);
    const frameY = Math.round(centre.y - (size - 1) / 2);
    const cell = Math.floor((y / height) * fineGrid.cells) * fineGrid.cells + Math.floor((x / width) * fineGrid.cells);
    candidates.push({ x, y, frameX, frameY, cell, energy });
  }
  return candidates;
}
