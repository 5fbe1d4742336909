import { decodeSrgb, encodeSrgb, type F32, type IntegerImage } from "../../image/index.ts";
import { fusePyramids, type SceneLight, shrinkBy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { FineCopies } from "./frame-copies.ts";
import {
  anchorGain,
  contrast,
  type GradeWish,
  jumpFrom,
  jumpTo,
  knee,
  meanPlanes,
  mostShift,
  planGrade,
  planPlanes,
  type WindowPull,
} from "./grade-plan.ts";
import {
  exposednessTable,
  logLightTable,
  measureSmallFrames,
  medianOf,
  type SmallFrames,
  sceneLight,
  tableSteps,
} from "./small-frames.ts";

/** Facts for the report. */
export interface NaturalFacts {
  /** Light of each frame over the darkest, in stops, darkest first. */
  readonly stops: readonly number[];
  /** The exposure that the room is shown at, in stops over the darkest frame. */
  readonly roomStops: number;
  /** Index of the frame whose exposure is nearest to that, darkest first. */
  readonly roomFrame: number;
}

/** What is this much brighter than the median, in stops, is a window and no part of the room. */
const windowStops = 2;
/** Linear light of middle grey: where a correct exposure puts the median of a room. */
const middleGrey = 0.18;
/** The photographer's exposure is believed when the room's median lies within this many stops of middle grey. */
const nearEnough = 0.75;
/** Frames that differ by less, in stops, hold no more range than each of them: there is nothing to balance. */
const leastRange = 0.3;
/** Standard deviation, in display values, at which a surface counts as half textured. */
const flatness = 0.006;
/** What the fused picture may have beyond black and white before it is graded. */
const headroom = 0.5;

export interface NaturalSettings {
  /**
   * Light of each frame over the first, in stops, as display values decoded from sRGB show it in the mid-tones; rising.
   */
  readonly stops: readonly number[];
  readonly windowPull: WindowPull;
}

/**
 * Exposure fusion that keeps the room as a correct exposure shows it and pulls the view in the windows. Frames darkest
 * first; their fine copies are released.
 *
 * Laplacian-pyramid fusion (Mertens, Kautz, Van Reeth 2007), whose weights measure contrast as local variance on small
 * copies, which follows structure and not grain, and give well-exposed luma a small say of its own: flat neutral walls,
 * where Mertens' weights vanish and all frames are averaged, come from the frame that shows them best. The fused
 * picture, not yet clipped, is then graded: (1) areas are brought to the colour that flat, well-exposed surfaces in
 * them have in the room's exposure; the correction follows the edges of scene light (guided filter), so it ends at the
 * window's frame. (2) Flat surfaces of the room beside jumps of light, and perfectly flat ones anywhere, are set to
 * that colour exactly, which takes away the halo that coarse levels leave beside a window; less where the surfaces
 * around did not come to that colour, because a patch would show. (3) Areas whose peaks would
 * leave the range are pulled down by the same means. (4) Local contrast that blending cost is restored up to what the
 * best frame shows. What is left beyond the range bends into it instead of being clipped.
 */
export async function fuseNatural(
  frames: readonly IntegerImage[],
  copies: FineCopies,
  { stops, windowPull }: NaturalSettings,
  context: StageContext,
): Promise<{ image: IntegerImage; facts: NaturalFacts; light: SceneLight }> {
  const small = await measureSmallFrames(copies, context);
  const balanced = stops[stops.length - 1] < leastRange;
  const weights = {
    contrastWeight: 1,
    saturationWeight: 1,
    exposednessWeight: 1,
    structure: small.structure,
    mapWidth: small.width,
    mapHeight: small.height,
    mapFactor: small.factor,
  };
  // The room is looked for on the calling thread while the workers fuse.
  const [image, { evidence, light, ...facts }] = await Promise.all([
    fusePyramids(frames, weights, balanced ? 0 : headroom, context),
    findRoom(frames, small, stops, balanced, context),
  ]);
  if (evidence) {
    await gradeImage(image, evidence, small, { windowPull, longest: stops[stops.length - 1] }, context);
    context.memory.release(evidence);
  }
  for (const map of small.structure) context.memory.release(map);
  return { image, facts, light: { width: small.width, height: small.height, factor: small.factor, stops: light } };
}

/** Evidence of how the room looks is left out where there is nothing to balance. Releases the small copies. */
async function findRoom(
  frames: readonly IntegerImage[],
  small: SmallFrames,
  stops: readonly number[],
  balanced: boolean,
  context: StageContext,
): Promise<NaturalFacts & { readonly evidence?: F32; readonly light: Float32Array }> {
  const light = sceneLight(small, stops);
  const roomStops = chooseRoomExposure(light, stops);
  const roomFrame = nearestTo(stops, roomStops);
  const facts = { stops, roomStops, roomFrame };
  const room = { roomStops, roomFrame, image: frames[roomFrame] };
  const evidence = balanced ? undefined : await weighEvidence(small, stops, room, context);
  for (const view of [...small.fine, ...small.lumas]) context.memory.release(view);
  return evidence ? { ...facts, evidence, light } : { ...facts, light };
}

/**
 * The exposure at which the room's median is at middle grey, as near to one of the frames as that allows: a
 * photographer who exposed within reason knows better how bright this room is.
 */
function chooseRoomExposure(light: Float32Array, stops: readonly number[]): number {
  const wanted = Math.log2(middleGrey) - medianOf(below(medianOf(light) + windowStops, light));
  const nearest = stops[nearestTo(stops, wanted)];
  const off = wanted - nearest;
  const chosen = nearest + Math.sign(off) * Math.max(0, Math.abs(off) - nearEnough);
  return Math.min(stops[stops.length - 1], Math.max(0, chosen));
}

function below(limit: number, values: Float32Array): Float32Array {
  const kept = new Float32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] < limit) kept[count++] = values[i];
  return kept.subarray(0, count);
}

function nearestTo(stops: readonly number[], wanted: number): number {
  const distances = stops.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
}

async function weighEvidence(
  small: SmallFrames,
  stops: readonly number[],
  { roomStops, roomFrame, image }: { roomStops: number; roomFrame: number; image: IntegerImage },
  context: StageContext,
): Promise<F32> {
  const { kernels, memory } = context;
  const { fine: lumas, fineWidth: width, fineHeight: height } = small;
  const gain = 2 ** (roomStops - stops[roomFrame]);
  const shiftOf = (value: number) => (gain === 1 ? value : Math.min(1, encodeSrgb(decodeSrgb(value) * gain)));
  const evidence = memory.f32(6 * width * height);
  const [stopsShared, shift, logLight, exposedness] = [
    stops,
    Array.from({ length: tableSteps + 1 }, (_, i) => shiftOf(i / tableSteps)),
    logLightTable,
    exposednessTable,
  ].map((values) => {
    const shared = memory.f32(values.length);
    shared.set(values);
    return shared;
  });
  const room = (await shrinkBy(image, small.fineFactor, context)).data;
  const args = { lumas, room, stops: stopsShared, shift, logLight, exposedness };
  await kernels.run("roomEvidence", { ...args, evidence, width, height, flatness }, height, bandOf(height));
  for (const view of [stopsShared, shift, logLight, exposedness, room]) memory.release(view);
  return evidence;
}

/** A message a band costs the calling thread as much as the work of many rows: a picture has a dozen bands. */
function bandOf(rows: number): number {
  return Math.ceil(rows / 12);
}

/** Grades the fused picture in place; it holds display values from −headroom to 1 + headroom and becomes 0 to 1. */
async function gradeImage(
  image: IntegerImage,
  evidence: F32,
  small: SmallFrames,
  { windowPull, longest }: GradeWish,
  context: StageContext,
): Promise<void> {
  const { kernels, memory } = context;
  const { fineWidth, fineHeight, fineFactor } = small;
  const factor = small.factor / fineFactor;
  const fused = (await shrinkBy(image, fineFactor, context)).data;
  const cells = small.width * small.height;
  const means = memory.f32(meanPlanes * cells);
  const grid = { evidence, fused, width: fineWidth, height: fineHeight, factor, headroom };
  await kernels.run("roomMeans", { ...grid, means }, small.height, bandOf(small.height));
  const plan = memory.f32(planPlanes * cells);
  await planGrade(means, small, { windowPull, longest }, plan, context);
  memory.release(means);
  const field = memory.f32(4 * fineWidth * fineHeight);
  await kernels.run(
    "gradeField",
    { ...grid, plan, field, anchorGain, jumpFrom, jumpTo, mostShift, knee, ...contrast },
    fineHeight,
    bandOf(fineHeight),
  );
  memory.release(plan);
  memory.release(fused);
  const { width, height } = image;
  const target = { image: image.data, width, height, headroom, knee };
  const grading = { field, fieldWidth: fineWidth, fieldHeight: fineHeight, fieldFactor: fineFactor };
  if (target.image instanceof Uint16Array)
    await kernels.run("grade", { ...target, image: target.image, ...grading }, height, bandOf(height));
  memory.release(field);
}
