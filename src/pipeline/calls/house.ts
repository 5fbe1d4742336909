import { EngineError } from "../../errors/index.ts";
import { type Exposure, ev100, lightEvOf } from "../../image/index.ts";
import { shrinkToEdge } from "../../ops/index.ts";
import {
  type FocalReading,
  focalLengthOf,
  readFocal,
  type SharedFocal,
  shareFocal,
} from "../../stages/perspective/index.ts";
import { describeScene } from "../../stages/scene/index.ts";
import { type RoomReading, roomTarget, solveHouse } from "../../stages/tone/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import type { InputFile } from "../disk/index.ts";
import {
  groupFiles,
  type InspectedFile,
  loadThumbnail,
  type PhotoSet,
  photographsOf,
  readHeaders,
  smallEdgePx,
  turnedImage,
} from "../finding/index.ts";
import { type HouseReading, joinReading } from "../house-reading.ts";
import { geometryHistory, usesFlash } from "../making/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { remembered, type Tools } from "../tools.ts";

/**
 * Reads small copies of all sets of a run once, and returns for each set what the others show about its light, paint,
 * brightness and focal length. Keeps only numbers of every set. A set that cannot be read, or is not a room, neither
 * gets a reading nor contributes to one. The result of a set depends on which sets there are, not on their order.
 * `onRead` is called once for every set that was read.
 */
export async function readHouse(
  sets: readonly PhotoSet[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
  onRead: () => void = () => {},
): Promise<readonly (HouseReading | undefined)[]> {
  if (!options.house.oneHouse || sets.length < 2) return sets.map(() => undefined);
  const readings = await mapConcurrently(sets, tools.executor.concurrency, async (set) => {
    const reading = await readSet(set, options, tools, signal);
    onRead();
    return reading;
  });
  const houses = solveHouse(readings, roomTarget(options.tone.targetLightness));
  const focals = await readFocals(sets, options, tools, signal);
  return sets.map((_, i) =>
    joinReading({ ...(houses[i] && { house: houses[i] }), ...(focals[i] && { focal: focals[i] }) }),
  );
}

/**
 * Like `readHouse`, for files whose sets are known. A set with too many frames gets no reading, like one that cannot be
 * read.
 */
export async function readHouseOfFiles(
  files: readonly (readonly InputFile[])[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
  onRead?: () => void,
): Promise<(HouseReading | undefined)[]> {
  const known = files.filter(({ length }) => length > 0 && length <= tools.maxFrames);
  if (!options.house.oneHouse || known.length < 2) return files.map(() => undefined);
  const headers = readHeaders(known.flat(), tools, signal);
  const lists = known.map((set) => set.map(({ name }) => name));
  const { sets } = await groupFiles({ files: known.flat(), headers, lists }, options, tools, signal);
  const readings = await readHouse(sets, options, tools, signal, onRead);
  const byFile = new Map(sets.flatMap((set, i) => photographsOf(set).map(({ file }) => [file, readings[i]] as const)));
  return files.map((set) => set.map((file) => byFile.get(file)).find((house) => house !== undefined));
}

/**
 * A bracket is read from its frame of normal exposure: walls are well exposed there. If flash frames provide its
 * picture's colour, it is read from the first of these, which shows the true colour of the paint.
 */
async function readSet(
  set: PhotoSet,
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<RoomReading | undefined> {
  const { file, inspection, photo, turn } = usesFlash(set, options) ? set.flash[0] : set.frames[set.normal];
  if (inspection.is360.is360) return undefined;
  try {
    const loaded = await loadThumbnail(file, smallEdgePx, tools, signal);
    const picture = turn === undefined ? loaded : turnedImage(loaded, turn, tools.memory);
    const context = { kernels: tools.executor.kernels(signal), memory: tools.memory };
    const stageContext = { ...context, signal, warn: () => undefined };
    const scene = await describeScene({ image: picture, model: await tools.sceneModel() }, stageContext);
    const small = await shrinkToEdge(picture, smallEdgePx, context);
    const reading = await tools.executor.run("readRoom", { small, scene, lightEv: lightEvOf(photo.exposure) }, signal);
    context.memory.release(small.data);
    return isByFlash(photo.exposure) ? { ...reading, flash: true } : reading;
  } catch (thrown) {
    // A faulty file is reported when its set is processed.
    if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
    return undefined;
  }
}

/** Minimum exposure value at ISO 100 at which a flash may only be filling shadows in daylight outside. */
const fillFlashEv = 13;

function isByFlash(exposure: Exposure): boolean {
  const ev = ev100(exposure);
  return exposure.flashFired === true && ev !== undefined && ev < fillFlashEv;
}

/** Longer edge of the copy whose lines are read, the same as in the perspective stage. */
const readEdgePx = 1200;

/**
 * The focal lengths that sets by one camera share if their headers state none. Each such set is measured once on a
 * small copy; the others cost nothing. The result of a set depends on which sets there are, not on their order.
 */
async function readFocals(
  sets: readonly PhotoSet[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<(SharedFocal | undefined)[]> {
  const cameras = sets.map(({ frames, normal }) => cameraOf(frames[normal], options));
  const isShared = cameras.map((camera) => camera !== undefined && cameras.filter((one) => one === camera).length > 1);
  const readings = await mapConcurrently(sets, tools.executor.concurrency, async ({ frames, normal }, i) =>
    isShared[i] ? readLines(frames[normal], options, tools, signal) : undefined,
  );
  const focals: (SharedFocal | undefined)[] = sets.map(() => undefined);
  for (const camera of new Set(cameras.filter((_, i) => isShared[i]))) {
    const members = sets.flatMap((_, i) => (cameras[i] === camera ? [i] : []));
    const shared = shareFocal(members.map((i) => readings[i]));
    for (const [k, i] of members.entries()) focals[i] = shared[k];
  }
  return focals;
}

/** Reads the file if {@link readFocals} could use it, so that `tools.readings` keeps the reading. */
export async function keepFocalReading(
  file: InspectedFile,
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<void> {
  if (cameraOf(file, options) !== undefined) await readLines(file, options, tools, signal);
}

/**
 * What sets of one focal length have in common: camera, lens, its setting in millimetres if only the sensor is unknown,
 * and size in any orientation. `undefined` if the headers state the focal length, if there is none, and if perspective
 * is off.
 */
function cameraOf({ photo, inspection }: InspectedFile, { perspective: asked }: ResolvedOptions): string | undefined {
  if (asked.perspective === "off" || asked.perspectiveStrength <= 0) return undefined;
  const { width, height, is360 } = inspection;
  if (is360.is360 || focalLengthOf(photo.lens, width, height).source === "exif") return undefined;
  const { camera, lens } = photo;
  const names = [camera.make, camera.model, lens.make, lens.model].map((name) => name?.trim().toLowerCase() ?? "");
  return JSON.stringify([...names, lens.focalMm ?? 0, Math.max(width, height), Math.min(width, height)]);
}

async function readLines(
  { file, photo, turn }: InspectedFile,
  { lens }: ResolvedOptions,
  { cache: _, readings, ...uncached }: Tools,
  signal: AbortSignal,
): Promise<FocalReading | undefined> {
  const history = geometryHistory(photo, undefined, lens.lensTrustCamera);
  const calibrate = lens.lensCorrection && lens.lensDistortion;
  const fact = `lines at ${readEdgePx} px, ${JSON.stringify([history, calibrate, turn ?? 1])}`;
  try {
    return await remembered(readings, file, fact, async () => {
      const loaded = await loadThumbnail(file, readEdgePx, uncached, signal);
      const image = turn === undefined ? loaded : turnedImage(loaded, turn, uncached.memory);
      const kernels = uncached.executor.kernels(signal);
      return readFocal({ image, history, calibrate }, { kernels, memory: uncached.memory, signal, warn: () => {} });
    });
  } catch (thrown) {
    // A faulty file is reported when its set is processed.
    if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
    return undefined;
  }
}
