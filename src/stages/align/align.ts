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
  /** What {@link planAlignment} found of these frames. */
  readonly plan: AlignmentPlan;
  /**
   * How the picture's lens and perspective are to be corrected: every kept frame is resampled with it, also those that
   * stand still. Where none moves, and where no pixel would, it is left to the fused picture. Not for full circles.
   */
  readonly geometry?: PictureGeometry | undefined;
  /** How 360° frames were rotated before. */
  readonly spheres?: readonly SphereRotation[] | undefined;
}

export interface AlignResult extends AlignmentPlan {
  /**
   * In the order given, also those that are dropped. A resampled frame has new data; every other one is the very object
   * that was handed in.
   */
  readonly frames: Frames;
  /** Whether the kept frames were brought to the picture's geometry too, and have the size of its crop. */
  readonly rectified: boolean;
  /** How 360° frames were rotated, in the order given; absent for others. */
  readonly spheres?: readonly SphereRotation[];
}

/**
 * Brings the frames of an exposure bracket to one position, in one resampling each, as was planned. The light that the
 * lens kept from the corners stays away, because frames must hold what the camera gave each of them until they are
 * merged. Throws `options/*` and `cancelled`.
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
  }
  return { ...plan, frames: moved as unknown as Frames, rectified, ...(spheres && { spheres }) };
}

/** Vignetting alone moves no pixel. */
function movesPixels({ correction, homography }: PictureGeometry): boolean {
  const bends = correction && (correction.distortion || correction.tca || correction.scale !== 1);
  return homography !== undefined || Boolean(bends);
}

/**
 * The frames that are resampled, one after the other: from the reference outwards, so that a frame's edges can be
 * filled from the one before. The lease of a frame ends as soon as its copy is there, which keeps the peak at one frame
 * more.
 */
function orderOf({ moves, kept }: AlignmentPlan, rectified: boolean): readonly number[] {
  const moving = moves.map(({ frame }) => frame);
  const standing = rectified ? kept.filter((frame) => !moving.includes(frame)) : [];
  return [...standing, ...moving];
}
