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

/** Work by earlier runs, read from the histories of a set's files, that must not be repeated. */
export interface EarlierWork {
  /** Whether the lens of the reference frame was already corrected. It is never corrected twice. */
  readonly lensCorrected: boolean;
  /** Whether all frames are finished pictures and `again` is off, so that their verticals and tone are final. */
  readonly enhanced: boolean;
}

/** Reads the earlier work, and warns if a picture keeps its earlier enhancement. */
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

/**
 * Errors that each DNG opcode corrects. A warp opcode comes from the lens's own data, so its correction is complete.
 */
const correctedBy: Partial<Record<Opcode, readonly GeometryError[]>> = {
  warpRectilinear: ["distortion", "fringes", "vignetting"],
  warpFisheye: ["distortion", "fringes", "vignetting"],
  fixVignetteRadial: ["vignetting"],
  gainMap: ["vignetting"],
};

/** History of a trimmed picture: its centre may differ from the optical centre, and its size from the sensor's. */
const trimmedHistory: GeometryHistory = {
  ...unknownHistory,
  reframed: "cropped",
  evidence: ["its opcode trimBounds was carried out"],
};

/**
 * Changes to a picture's geometry before the lens stage: by opcodes of sensor data that the engine developed, or by the
 * program that wrote the pixels. If `trustFile` is false, the file's own statements are ignored.
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
