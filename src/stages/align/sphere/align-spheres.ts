import { degreesOf, endLeases, type IntegerImage, radiansOf } from "../../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../../context.ts";
import { orderFrames } from "../find-motions.ts";
import type { Pyramid } from "../luminance-pyramid.ts";
import { planning, spheres } from "../params.ts";
import { estimateRotation, type RotationEstimate } from "./estimate-rotation.ts";
import {
  angleOf,
  composeRotations,
  invertRotation,
  noRotation,
  type Rotation,
  rotateSphere,
  vectorOf,
} from "./rotation.ts";

interface AlignSpheresInput {
  /** Equirectangular frames of one size, at least 2. */
  readonly frames: readonly IntegerImage[];
  /** Pyramids of the frames' small copies, in the same order; the caller keeps them. */
  readonly pyramids: readonly Pyramid[];
  /** ev100 of each frame (larger: darker), if known. */
  readonly exposuresEv: readonly (number | undefined)[];
  /** The frame whose orientation all get; if absent, or if its own is unknown, that of the middle exposure. */
  readonly chosen?: number | undefined;
  /** Names of the frames in messages. */
  readonly names: readonly string[];
}

/** Orientation of the camera for one sphere, relative to the reference. Zero if the frame does not move. */
export interface SphereRotation {
  /** Rotation about the vertical axis, in degrees, to the right. */
  readonly yawDeg: number;
  /** Rotation about the axis to the right, in degrees, upwards. */
  readonly pitchDeg: number;
  /** Rotation about the axis ahead, in degrees, clockwise. */
  readonly rollDeg: number;
  /** Correlation of the input frame with its neighbour in exposure, −1 to 1; 1 for the reference. */
  readonly scoreBefore: number;
  /** The same after the rotation. */
  readonly score: number;
  /** Whether the frame was resampled. */
  readonly applied: boolean;
  /** Reason if it was not. */
  readonly reason?: string;
}

interface AlignedSpheres {
  /** In input order. A rotated frame has new data; every other one is the same object as in the input. */
  readonly frames: readonly IntegerImage[];
  /** In input order. */
  readonly rotations: readonly SphereRotation[];
}

/**
 * Rotates the spheres of a bracket, which a camera stitches separately, to a common orientation: a tripod that was
 * touched, or a different levelling, rotates whole spheres. Each is compared with its neighbour in exposure on the side
 * of the reference. A sphere whose rotation cannot be trusted stays as it is, with the warning `align/failed` if it
 * shows something else, or if others rotated. Ends the leases of frames that it replaces. Throws `cancelled`.
 */
export async function alignSpheres(
  { frames, pyramids, exposuresEv, chosen, names }: AlignSpheresInput,
  context: StageContext,
): Promise<AlignedSpheres> {
  const { byExposure, reference } = orderFrames(pyramids, exposuresEv);
  const middle = byExposure.indexOf(reference);
  const sides = [byExposure.slice(0, middle).reverse(), byExposure.slice(middle + 1)];
  const rotations: SphereRotation[] = frames.map(() => standing(1, "it is the reference"));
  const found = new Map<number, FoundRotation>([[reference, { rotation: noRotation, before: 1, score: 1 }]]);
  const failed: { readonly frame: number; readonly reason: string; readonly differs: boolean }[] = [];
  for (const side of sides) {
    const anchors: Anchor[] = [{ frame: reference, rotation: noRotation }];
    for (const frame of side) {
      throwIfCancelled(context, "align");
      const { estimate, isCertain } = await estimateFrom(anchors, frame, { frames, pyramids }, context);
      if (!estimate.found) {
        failed.push({ frame, ...estimate });
        rotations[frame] = standing(estimate.score, estimate.reason);
        continue;
      }
      const { before, score } = estimate;
      const rotation = isCertain ? estimate.rotation : noRotation;
      anchors.unshift({ frame, rotation });
      found.set(frame, { rotation, before, score });
    }
  }
  const seenFrom = chosen !== undefined && found.has(chosen) ? chosen : reference;
  const back = invertRotation(found.get(seenFrom)!.rotation);
  const rotated = [...frames];
  for (const [frame, { rotation, before, score }] of found) {
    if (frame === seenFrom) continue;
    const own = composeRotations(rotation, back);
    if (angleOf(own) > 0) {
      rotated[frame] = await rotateSphere(frames[frame], own, context);
      endLeases([frames[frame]], rotated, context.memory);
      rotations[frame] = { ...anglesOf(own), scoreBefore: before, score, applied: true };
    } else rotations[frame] = standing(before, "it lies on the reference already");
  }
  const isRotated = rotations.some(({ applied }) => applied);
  for (const { frame, reason, differs } of failed) {
    if (isRotated || differs)
      context.warn("align/failed", `${names[frame]} was left as it is, without a rotation of its sphere: ${reason}`);
  }
  return { frames: rotated, rotations };
}

/** A rotation from the reference, and the correlations before and after it. */
interface FoundRotation {
  readonly rotation: Rotation;
  readonly before: number;
  readonly score: number;
}

interface Anchor {
  readonly frame: number;
  /** Rotation from the reference. */
  readonly rotation: Rotation;
}

/** Rotation from the reference, composed over the last aligned frame, or over the one before if that fails. */
async function estimateFrom(
  anchors: readonly Anchor[],
  frame: number,
  { frames, pyramids }: Pick<AlignSpheresInput, "frames" | "pyramids">,
  context: StageContext,
): Promise<{ readonly estimate: RotationEstimate; readonly isCertain: boolean }> {
  let estimate: RotationEstimate = { found: false, reason: "", score: 0, differs: false };
  for (const anchor of anchors.slice(0, 2)) {
    const isDarker = pyramids[anchor.frame].mean >= pyramids[frame].mean;
    const [bright, dark] = isDarker ? [anchor.frame, frame] : [frame, anchor.frame];
    estimate = await estimateRotation(pyramids[bright], pyramids[dark], frames[frame], context);
    if (!estimate.found) continue;
    const own = isDarker ? estimate.rotation : invertRotation(estimate.rotation);
    const rotation = composeRotations(own, anchor.rotation);
    const least = Math.max(radiansOf(spheres.stillDeg), planning.certain * estimate.uncertainty);
    return { estimate: { ...estimate, rotation }, isCertain: angleOf(rotation) >= least };
  }
  return { estimate, isCertain: false };
}

/** Signs: if the content moved to the left, the camera turned to the right. */
function anglesOf(rotation: Rotation): Pick<SphereRotation, "yawDeg" | "pitchDeg" | "rollDeg"> {
  const [pitch, yaw, roll] = vectorOf(rotation).map(degreesOf);
  return { yawDeg: -yaw, pitchDeg: pitch, rollDeg: roll };
}

function standing(score: number, reason: string): SphereRotation {
  return { yawDeg: 0, pitchDeg: 0, rollDeg: 0, scoreBefore: score, score, applied: false, reason };
}
