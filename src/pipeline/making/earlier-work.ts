import {
  type GeometryError,
  type GeometryHistory,
  joinHistories,
  type Photo,
  unknownHistory,
} from "../../image/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { lensOperation } from "../../stages/lens/index.ts";
import { earlierOperations } from "../../stages/metadata/index.ts";
import { toneOperation } from "../../stages/tone/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";

/** What earlier runs made of a set, by the histories of its files, that is not to be done twice. */
export interface EarlierWork {
  /** The lens of the reference frame was corrected. It is never corrected again. */
  readonly lensCorrected: boolean;
  /** All frames are finished pictures: their verticals and tone are final, and `again` is off. */
  readonly enhanced: boolean;
}

/** Reads it, and warns where a picture is left as it was enhanced. */
export function readEarlierWork(set: PhotoSet, { again }: ResolvedOptions, context: StageContext): EarlierWork {
  const { file, tags } = set.frames[set.reference];
  const lensCorrected = earlierOperations(tags).some((operation) => operation.startsWith(lensOperation));
  const finished = set.frames.every((frame) => earlierOperations(frame.tags).includes(toneOperation));
  const enhanced = finished && !again.again;
  if (enhanced) {
    const remedy = "`again` (--again) enhances it again";
    context.warn("enhance/again", `enhance: ${file.name} was enhanced before and keeps its view and tone; ${remedy}`);
  }
  return { lensCorrected, enhanced };
}

type Opcode = NonNullable<DecodedFrame["development"]>["opcodes"][number];

/** What an opcode of a DNG corrected. One that warps comes from the lens's own data, which say all there is to do. */
const correctedBy: Partial<Record<Opcode, readonly GeometryError[]>> = {
  warpRectilinear: ["distortion", "fringes", "vignetting"],
  warpFisheye: ["distortion", "fringes", "vignetting"],
  fixVignetteRadial: ["vignetting"],
  gainMap: ["vignetting"],
};

/** The middle of what a trim leaves need not be the lens's, nor its size the sensor's. */
const trimmedHistory: GeometryHistory = {
  ...unknownHistory,
  reframed: "cropped",
  evidence: ["its opcode trimBounds was carried out"],
};

/**
 * What was done to a picture's geometry before the lens stage sees it: by the opcodes of sensor data that the engine
 * developed, or by whatever wrote the pixels. With `trustFile` false, what a file says of its pixels does not count.
 */
export function geometryHistory(
  photo: Photo,
  development: DecodedFrame["development"],
  trustFile: boolean,
): GeometryHistory {
  if (!development) return (trustFile && photo.geometry) || unknownHistory;
  return joinHistories(
    ...development.opcodes.map((kind): GeometryHistory => {
      if (kind === "trimBounds") return trimmedHistory;
      const done = correctedBy[kind];
      return done ? { done, open: [], evidence: [`its opcode ${kind} was carried out`] } : unknownHistory;
    }),
  );
}
