import type { Inspection } from "lightwell";

/**
 * Facts about how a file was taken, as the API shows them in `metadata`. Location, serial numbers and owners are never
 * included.
 */
export interface PhotoFacts {
  readonly format: string;
  /** In pixels, as displayed. */
  readonly width: number;
  readonly height: number;
  /** ISO 8601, with the time zone if it is known. */
  readonly captured_at: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly lens: string | null;
  readonly exposure_time_s: number | null;
  readonly f_number: number | null;
  readonly iso: number | null;
  readonly exposure_bias_ev: number | null;
  readonly ev100: number | null;
  readonly is_threesixty: boolean;
}

export function factsOf({ format, width, height, capturedAt, camera, exposure, is360 }: Inspection): PhotoFacts {
  return {
    format,
    width,
    height,
    captured_at: textOf(capturedAt),
    make: textOf(camera.make),
    model: textOf(camera.model),
    lens: textOf(camera.lens),
    exposure_time_s: exposure.timeS ?? null,
    f_number: exposure.fNumber ?? null,
    iso: exposure.iso ?? null,
    exposure_bias_ev: exposure.biasEv ?? null,
    ev100: exposure.ev100 ?? null,
    is_threesixty: is360.is360,
  };
}

/** Files may contain any value; tables cannot store all of them. */
function textOf(text: string | undefined): string | null {
  const kept = text?.toWellFormed().replaceAll("\u0000", "").trim().slice(0, 256);
  return kept ? kept : null;
}
