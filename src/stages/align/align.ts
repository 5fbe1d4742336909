import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import { fineGrid, type PictureGeometry, targetMap, warpImage } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { fillEdges } from "./fill-edges.ts";
import { type AlignOptionsInput, alignOptions } from "./options.ts";
import type { AlignmentPlan, Frames } from "./plan-alignment.ts";
import type { SphereRotation } from "./sphere/index.ts";

interface AlignInput {
  readonly frames: Frames;
  /** Result of {@link planAlignment} for these frames. */
  readonly plan: AlignmentPlan;
  /**
   * Lens and perspective correction of the picture. Every kept frame is resampled with it, including frames that do not
   * move. If no frame moves, or if the correction moves no pixel, it is left to the fused picture. Not for full
   * circles.
   */
  readonly geometry?: PictureGeometry | undefined;
  /** Rotations of 360° frames so far. */
  readonly spheres?: readonly SphereRotation[] | undefined;
}

export interface AlignResult extends AlignmentPlan {
  /**
   * In input order, including dropped frames. A resampled frame has new data; every other one is the same object as in
   * the input.
   */
  readonly frames: Frames;
  /** Whether the kept frames were also warped to the picture's geometry, and have the size of its crop. */
  readonly rectified: boolean;
  /** Rotations of 360° frames, in input order; absent for others. */
  readonly spheres?: readonly SphereRotation[];
}

/**
 * Moves the frames of an exposure bracket to a common position as planned, with one resampling each. Vignetting is not
 * corrected here, because frames must keep the camera's values until they are merged. Throws `options/*` and
 * `cancelled`.
 */
export async function align(
  { frames, plan, geometry, spheres }: AlignInput,
  given: AlignOptionsInput,
  context: StageContext,
): Promise<AlignResult> {
  const options = resolveOptions("align", alignOptions, given);
  for (const frame of frames) validateImage(frame, "align");
  const rectified = plan.applied && geometry !== undefined && movesPixels(geometry);
  const moved: IntegerImage[] = [...frames];
  const { width, height } = frames[0];
  const whole = { x: 0, y: 0, width, height };
  const { crop = whole } = (rectified && geometry) || {};
  const anchors = new Map(plan.moves.map(({ frame, anchor }) => [frame, anchor]));
  for (const frame of orderOf(plan, rectified)) {
    const anchor = anchors.get(frame);
    const motion = anchor === undefined ? undefined : plan.transforms[frame];
    const { gainOf: _, ...map } = targetMap((rectified && geometry) || {}, crop, motion);
    const grid = fineGrid(crop.width, crop.height, map, context.memory);
    moved[frame] = await warpImage(frames[frame], grid, context);
    endLeases([frames[frame]], moved, context.memory);
    if (anchor !== undefined && options.alignEdges === "fill")
      fillEdges(moved[frame], moved[anchor], grid, frames[frame]);
    context.memory.release(grid.positions);
    await context.memory.rest?.(moved[frame].data);
  }
  return { ...plan, frames: moved as unknown as Frames, rectified, ...(spheres && { spheres }) };
}

/** Whether a correction moves pixels; vignetting alone does not. */
function movesPixels({ correction, homography }: PictureGeometry): boolean {
  const bends = correction && (correction.distortion || correction.tca || correction.scale !== 1);
  return homography !== undefined || Boolean(bends);
}

/**
 * Order in which frames are resampled: from the reference outwards, so that a frame's edges can be filled from the one
 * before. The lease of a frame ends as soon as its copy exists, which keeps the peak at one additional frame.
 */
function orderOf({ moves, kept }: AlignmentPlan, rectified: boolean): readonly number[] {
  const moving = moves.map(({ frame }) => frame);
  const standing = rectified ? kept.filter((frame) => !moving.includes(frame)) : [];
  return [...standing, ...moving];
}
