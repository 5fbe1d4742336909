import { EngineError } from "../../errors/index.ts";
import {
  type FocalReading,
  focalLengthOf,
  readFocal,
  type SharedFocal,
  shareFocal,
} from "../../stages/perspective/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { loadThumbnail, type PhotoSet, turnedImage } from "../finding/index.ts";
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
  const { perspective, perspectiveStrength } = options.perspective;
  const isWanted = perspective !== "off" && perspectiveStrength > 0;
  const cameras = sets.map((set) => (isWanted ? cameraOf(set) : undefined));
  const isShared = cameras.map((camera) => camera !== undefined && cameras.filter((one) => one === camera).length > 1);
  const readings = await mapConcurrently(sets, tools.executor.concurrency, async (set, i) =>
    isShared[i] ? readSet(set, options, tools, signal) : undefined,
  );
  const focals: (SharedFocal | undefined)[] = sets.map(() => undefined);
  for (const camera of new Set(cameras.filter((_, i) => isShared[i]))) {
    const members = sets.flatMap((_, i) => (cameras[i] === camera ? [i] : []));
    const shared = shareFocal(members.map((i) => readings[i]));
    for (const [k, i] of members.entries()) focals[i] = shared[k];
  }
  return focals;
}

/**
 * What sets of one focal length have in common: camera, lens, its setting in millimetres if only the sensor is unknown,
 * and size in any orientation. `undefined` if the headers state the focal length or there is none.
 */
function cameraOf({ frames, reference }: PhotoSet): string | undefined {
  const { photo, inspection } = frames[reference];
  const { width, height, is360 } = inspection;
  if (is360.is360 || focalLengthOf(photo.lens, width, height).source === "exif") return undefined;
  const { camera, lens } = photo;
  const names = [camera.make, camera.model, lens.make, lens.model].map((name) => name?.trim().toLowerCase() ?? "");
  return JSON.stringify([...names, lens.focalMm ?? 0, Math.max(width, height), Math.min(width, height)]);
}

async function readSet(
  { frames, reference }: PhotoSet,
  { lens }: ResolvedOptions,
  { cache: _, ...uncached }: Tools,
  signal: AbortSignal,
): Promise<FocalReading | undefined> {
  const { file, photo, turn } = frames[reference];
  const history = geometryHistory(photo, undefined, lens.lensTrustCamera);
  const calibrate = lens.lensCorrection && lens.lensDistortion;
  try {
    const loaded = await loadThumbnail(file, readEdgePx, uncached, signal);
    const image = turn === undefined ? loaded : turnedImage(loaded, turn, uncached.memory);
    const kernels = uncached.executor.kernels(signal);
    return await readFocal({ image, history, calibrate }, { kernels, memory: uncached.memory, signal, warn: () => {} });
  } catch (thrown) {
    // A faulty file is reported when its set is processed.
    if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
    return undefined;
  }
}
