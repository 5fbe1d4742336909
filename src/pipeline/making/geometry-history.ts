import {
  type GeometryError,
  type GeometryHistory,
  joinHistories,
  type Photo,
  unknownHistory,
} from "../../image/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";

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
