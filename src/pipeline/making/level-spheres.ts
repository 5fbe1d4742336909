import { alignSpheres, type SphereRotation } from "../../stages/align/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { BegunPyramids } from "./begun-pyramids.ts";
import type { SmallCopies } from "./small-copies.ts";

interface Known {
  /** ev100 of each frame, where known. */
  readonly exposuresEv: readonly (number | undefined)[];
  readonly names: readonly string[];
  /** Holds the copies of the frames as they come back. */
  readonly copies: SmallCopies;
  /** Those of frames that stay as they are. */
  readonly pyramids: BegunPyramids;
}

/**
 * Rotates the spheres of a bracket to one position, before anything compares them pixel by pixel. One frame, and frames
 * of different sizes, which `align` refuses, come back as they are.
 */
export async function levelSpheres(
  decoded: readonly DecodedFrame[],
  { exposuresEv, names, copies, pyramids }: Known,
  options: ResolvedOptions,
  context: StageContext,
): Promise<{ readonly frames: readonly DecodedFrame[]; readonly rotations?: readonly SphereRotation[] }> {
  const images = decoded.map(({ image }) => image);
  const [{ width, height }] = images;
  const areAlike = images.every((image) => image.width === width && image.height === height && image.channels === 3);
  if (!areAlike || images.length === 1 || !options.align.align) return { frames: decoded };
  const small = await copies.of(images);
  const own = await Promise.all(small.map((copy) => pyramids.of(copy, width)));
  const { frames, rotations } = await alignSpheres({ frames: images, pyramids: own, exposuresEv, names }, context);
  copies.drop(images.flatMap((image, i) => (frames[i] === image ? [] : [image.data])));
  return { frames: decoded.map((frame, i) => ({ ...frame, image: frames[i] })), rotations };
}
