import type { F32, IntegerImage } from "../../image/index.ts";
import { fusePyramids, numbersIn, paperWeights, percentile, type SceneLight } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type CameraCurve, type LightTables, lightTables } from "./camera-curve.ts";
import { type FineCopies, measureSmallFrames, type SmallFrames } from "./frame-copies.ts";
import { bands, base, minRange, type pulls, room } from "./params.ts";
import { planTones } from "./plan-tones.ts";
import type { ToneCurves } from "./tone-curves.ts";

/** Facts for the report. */
export interface NaturalFacts {
  /** Light of each frame relative to the darkest, in stops, darkest first. */
  readonly stops: readonly number[];
  /** Exposure of the room, in stops over the darkest frame. */
  readonly roomStops: number;
  /** Index of the frame with the nearest exposure, darkest first. */
  readonly roomFrame: number;
}

interface NaturalSettings {
  /** Light of each frame relative to the first, in stops, ascending. */
  readonly stops: readonly number[];
  /** Response curve of the camera. */
  readonly curve: CameraCurve;
  readonly windowPull: keyof typeof pulls;
}

/**
 * Exposure fusion that renders the room as a correct exposure shows it and darkens the view in the windows. Each pixel
 * has its own exposure, between those of the frames, as a smooth function of scene light: local tone curves over the
 * base light, planned on small copies. Curves never fall and change slowly between places, so edges get no rings;
 * detail finer than the base light keeps the camera's contrast. Frames darkest first; their fine copies are released.
 */
export async function fuseNatural(
  frames: readonly IntegerImage[],
  copies: FineCopies,
  { stops, curve, windowPull }: NaturalSettings,
  context: StageContext,
): Promise<{ image: IntegerImage; facts: NaturalFacts; light: SceneLight }> {
  const { memory } = context;
  const tables = lightTables(curve, memory);
  const small = await measureSmallFrames(copies, stops, tables, context);
  for (const view of copies.fine) memory.release(view);
  const { width, height, factor } = small;
  const light = { width, height, factor, stops: small.light.slice() };
  const longestStops = stops[stops.length - 1];
  const roomStops = chooseRoomExposure(light.stops, stops);
  const facts = { stops, roomStops, roomFrame: nearestTo(stops, roomStops) };
  const fuse = async () => {
    if (longestStops < minRange) return fusePyramids(frames, paperWeights, context);
    const curves = await planTones(small, { roomStops, longestStops, windowPull }, curve, tables, context);
    return exposeFrames(frames, { stops, small, curves, tables }, context);
  };
  const image = await fuse();
  const used = [small.light, small.finer.data, ...small.lumas, ...small.structure, ...Object.values(tables)];
  for (const view of used) memory.release(view);
  return { image, facts, light };
}

interface Exposing {
  readonly stops: readonly number[];
  readonly small: SmallFrames;
  readonly curves: ToneCurves;
  readonly tables: LightTables;
}

async function exposeFrames(
  frames: readonly IntegerImage[],
  { stops, small, curves, tables }: Exposing,
  context: StageContext,
): Promise<IntegerImage> {
  const { kernels, memory } = context;
  const [{ width, height }] = frames;
  const { finer } = small;
  const coefficients = await findBaseLight(finer, base.radius, base.edgeStops ** 2, context);
  const [sharedStops, sharedCurves] = [stops, curves.stops].map((values) => numbersIn(memory, values));
  const target = memory.u16(width * height * 3);
  const args = {
    frames: frames.map(({ data }) => data),
    stops: sharedStops,
    ...tables,
    base: coefficients,
    curves: sharedCurves,
    target,
    ...{ width, height, baseWidth: finer.width, baseHeight: finer.height, baseFactor: finer.factor },
    ...{ gridWidth: curves.width, gridHeight: curves.height, gridDepth: curves.depth },
    ...{ gridPx: curves.spacing * small.factor, firstBin: curves.firstBin, binStops: curves.binStops },
    ...{ knee: curves.knee, highlights: curves.highlights, detail: base.detail },
  };
  await kernels.run("exposeFrames", args, height, bandOf(height));
  for (const view of [coefficients, sharedStops, sharedCurves]) memory.release(view);
  return { width, height, channels: 3, data: target, space: "srgb" };
}

/** A plane of width × height in kernel memory. */
interface Plane {
  readonly data: F32;
  readonly width: number;
  readonly height: number;
}

/**
 * Light without small details, as a linear function of the light itself: slope and offset for every cell, as two
 * consecutive planes (guided filter with the light as its own guide; He, Sun, Tang 2013, section 3.4). Steps larger
 * than about √epsilon are preserved. The coefficients may be applied to a finer guide (He, Sun 2015). The caller
 * releases the result.
 */
async function findBaseLight(
  light: Plane,
  radius: number,
  epsilon: number,
  { kernels, memory }: StageContext,
): Promise<F32> {
  const { data, width, height } = light;
  const coefficients = memory.f32(2 * data.length);
  const args = { guide: data, planes: data, coefficients, width, height, radius, epsilon };
  await kernels.run("guidedFilter", args, 1, 1);
  return coefficients;
}

/**
 * The exposure that brings the room's median to middle grey, moved towards the nearest frame by up to
 * `room.nearEnough`: a photographer who exposed reasonably knows better how bright this room is.
 */
function chooseRoomExposure(light: Float32Array, stops: readonly number[]): number {
  const median = percentile(light, 0.5);
  const inRoom = light.filter((each) => each < median + room.windowStops);
  const wanted = Math.log2(room.middleGrey) - percentile(inRoom, 0.5);
  const nearest = stops[nearestTo(stops, wanted)];
  const off = wanted - nearest;
  const chosen = nearest + Math.sign(off) * Math.max(0, Math.abs(off) - room.nearEnough);
  return Math.min(stops[stops.length - 1], Math.max(0, chosen));
}

function nearestTo(stops: readonly number[], wanted: number): number {
  const distances = stops.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
}

/** A dozen bands for a picture: a message for each band costs the calling thread as much as the work of many rows. */
function bandOf(rows: number): number {
  return Math.ceil(rows / bands.exposed);
}
