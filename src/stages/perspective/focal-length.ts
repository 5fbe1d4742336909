import type { Lens } from "../../image/index.ts";

/** Where a focal length came from: the 35 mm equivalent of the metadata, or a guess. */
export interface FocalLength {
  readonly focalPx: number;
  readonly source: "exif" | "assumed";
}

/** Diagonal of 36 × 24 mm: 35 mm equivalents keep the angle of the picture's diagonal (CIPA DCG-001). */
const FULL_FRAME_DIAGONAL_MM = Math.hypot(36, 24);

/** As part of the longer edge: 28 mm, what phones and compact cameras show at their widest. */
const ASSUMED_SHARE = 28 / 36;

/**
 * Focal length in pixels of a picture. Without a believable one, a moderate wide angle is assumed: verticals become
 * vertical with any, the wrong one only stretches a little.
 */
export function focalLengthOf({ focal35Mm }: Lens, width: number, height: number): FocalLength {
  if (focal35Mm !== undefined && focal35Mm >= 5 && focal35Mm <= 2000) {
    return { focalPx: (focal35Mm / FULL_FRAME_DIAGONAL_MM) * Math.hypot(width, height), source: "exif" };
  }
  return { focalPx: ASSUMED_SHARE * Math.max(width, height), source: "assumed" };
}
