import { EngineError } from "../../errors/index.ts";
import {
  type FocalReading,
  focalLengthOf,
  readFocal,
  type SharedFocal,
  shareFocal,
} from "../../stages/perspective/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { remembered } from "../file-cache.ts";
import { type InspectedFile, loadThumbnail, type PhotoSet, turnedImage } from "../finding/index.ts";
import { geometryHistory } from "../making/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";

/** Longer edge of the copy whose lines are read, as large as the perspective stage looks at. */
const readEdgePx = 1200;

/**
 * The focal lengths that sets by one camera share if their headers state none. Each such set is measured once on a
 * small copy; the others cost nothing. The result of a set depends on which sets there are, not on their order.
 */
export async function readFocals(
  sets: readonly PhotoSet[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<(SharedFocal | undefined)[]> {
  const cameras = sets.map(({ frames, reference }) => cameraOf(frames[reference], options));
  const isShared = cameras.map((camera) => camera !== undefined && cameras.filter((one) => one === camera).length > 1);
  const readings = await mapConcurrently(sets, tools.executor.concurrency, async ({ frames, reference }, i) =>
    isShared[i] ? readLines(frames[reference], options, tools, signal) : undefined,
  );
  const focals: (SharedFocal | undefined)[] = sets.map(() => undefined);
  for (const camera of new Set(cameras.filter((_, i) => isShared[i]))) {
    const members = sets.flatMap((_, i) => (cameras[i] === camera ? [i] : []));
    const shared = shareFocal(members.map((i) => readings[i]));
    for (const [k, i] of members.entries()) focals[i] = shared[k];
  }
  return focals;
}

/** Reads the file if its set could be asked by {@link readFocals}, so that `tools.readings` keeps the reading. */
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
