import type { Orientation } from "./orientation.ts";

/**
 * Time when a frame was taken. `epochMs` treats a missing zone as UTC, so that frames of one camera stay comparable.
 */
export interface CaptureTime {
  /** ISO 8601, with sub-second digits and zone if known. */
  readonly iso: string;
  readonly epochMs: number;
  /** Resolution of the clock: 1000 for whole seconds, 10 or 1 with sub-second digits. */
  readonly resolutionMs: number;
  readonly hasZone: boolean;
}

export interface Camera {
  readonly make?: string;
  readonly model?: string;
  readonly serial?: string;
}

/**
 * `focalMm` is the focal length of the shot; `focal35Mm` its 35 mm equivalent. Names are those of EXIF or the maker's
 * notes.
 */
export interface Lens {
  readonly make?: string;
  readonly model?: string;
  readonly focalMm?: number;
  readonly focal35Mm?: number;
  readonly minFocalMm?: number;
  readonly maxFocalMm?: number;
  readonly focusDistanceM?: number;
  /** Maker notes, which can name the lens, were not read because perl is missing. Absent if a name was found. */
  readonly isUnread?: boolean;
}

/**
 * Series of frames that differ in something other than exposure. `rendering` is one exposure in several looks (DRO,
 * contrast, effects).
 */
export type OtherBracketing = "white-balance" | "focus" | "pixel-shift" | "flash" | "aperture" | "rendering";

/** The file's information about its place in a series. A field is present only if the camera wrote it. */
export interface SeriesHints {
  /** The maker's notes or EXIF ExposureMode state that an exposure bracket was on. */
  readonly bracketing?: boolean;
  /** A bracket of another kind, which is not an exposure bracket. */
  readonly otherBracketing?: OtherBracketing;
  /** Position within the bracket, from 1. */
  readonly shotNumber?: number;
  /** Number of frames that the bracket was set to have. */
  readonly shotCount?: number;
  /** The maker's bracket step of this frame, in EV. */
  readonly bracketValueEv?: number;
  /** The camera's running file number. */
  readonly fileNumber?: number;
  /** The same for all frames of one burst. */
  readonly burstId?: string;
}

/** GPano (photo sphere) metadata, as found. */
export interface Panorama {
  readonly projection?: string;
  readonly fullWidthPx?: number;
  readonly fullHeightPx?: number;
  readonly croppedWidthPx?: number;
  readonly croppedHeightPx?: number;
}

export interface Description {
  readonly caption?: string;
  readonly author?: string;
  readonly copyright?: string;
}

/**
 * Everything known about a file from its headers, before any pixel is decoded. Sizes are as stored, before orientation.
 */
export interface Photo {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly orientation: Orientation;
  readonly camera: Camera;
  readonly lens: Lens;
  readonly exposure: Exposure;
  readonly capturedAt?: CaptureTime;
  readonly series: SeriesHints;
  readonly panorama?: Panorama;
  /** What the camera or an editor did to the geometry of the pixels that it wrote; not about sensor data. */
  readonly geometry?: GeometryHistory;
  /** Lens errors that a RAW file describes; they are present in its sensor data, and corrected in the camera's JPEG. */
  readonly embeddedLens?: EmbeddedLens;
  readonly description: Description;
  readonly hasLocation: boolean;
}

/** A photo without any metadata. */
export const emptyPhoto: Photo = {
  orientation: 1,
  camera: {},
  lens: {},
  exposure: {},
  series: {},
  description: {},
  hasLocation: false,
};

/**
 * Lens errors that a RAW file describes, at the shot's focal length and distance. Radii are measured from the picture's
 * centre; 1 is half its diagonal.
 */
export interface EmbeddedLens {
  /** Who wrote the data, for the report. */
  readonly source: string;
  /** Radii in the corrected picture, rising. */
  readonly radii: readonly number[];
  /** Radius in the file divided by that in the corrected picture, one for each of `radii`. */
  readonly distortion: readonly number[];
  /** Radius of red and of blue divided by that of green, one for each of `radii`. */
  readonly fringes?: { readonly red: readonly number[]; readonly blue: readonly number[] };
}

/** Exposure according to EXIF: time in seconds, f-number, ISO speed; the exposure bias is only a hint. */
export interface Exposure {
  readonly timeS?: number;
  readonly fNumber?: number;
  readonly iso?: number;
  readonly biasEv?: number;
  /** Whether a flash fired; its light is not included in exposure values. */
  readonly flashFired?: boolean;
}

/**
 * Exposure value at ISO 100: log2(N² / t) − log2(ISO / 100). A larger value means less light on the sensor for the same
 * scene. `undefined` without an exposure time; a missing f-number counts as f/1 and a missing ISO as 100 (fixed on such
 * cameras).
 */
export function ev100(exposure: Exposure): number | undefined {
  const { timeS, fNumber = 1, iso = 100 } = exposure;
  if (timeS === undefined || !(timeS > 0) || !(fNumber > 0) || !(iso > 0)) return undefined;
  return Math.log2((fNumber * fNumber) / timeS) - Math.log2(iso / 100);
}

/**
 * The exposure value if it determines how much light a scene had: time, f-number and ISO speed are known, and no flash
 * fired.
 */
export function lightEvOf(exposure: Exposure): number | undefined {
  const { fNumber, iso, flashFired } = exposure;
  return fNumber === undefined || iso === undefined || flashFired === true ? undefined : ev100(exposure);
}

/** An error of geometry or light that is corrected at most once; `fringes` is lateral chromatic aberration. */
export type GeometryError = "distortion" | "fringes" | "vignetting" | "tilt";

/** What was done to a file's pixels before, according to all evidence. */
export interface GeometryHistory {
  /** Errors that are already corrected. */
  readonly done: readonly GeometryError[];
  /** Errors that are uncorrected according to the file. */
  readonly open: readonly GeometryError[];
  /** The lens's centre is no longer the picture's, so that no lens profile fits. */
  readonly reframed?: "cropped" | "stitched";
  /** The evidence, in plain words, for the report. */
  readonly evidence: readonly string[];
}

/** The history of a file without any information. */
export const unknownHistory: GeometryHistory = { done: [], open: [], evidence: [] };

/** Joins the histories from several sources: an error that one of them reports as corrected is corrected. */
export function joinHistories(...histories: readonly GeometryHistory[]): GeometryHistory {
  const done = new Set(histories.flatMap((history) => history.done));
  const open = new Set(histories.flatMap((history) => history.open));
  const reframed = histories.find((history) => history.reframed)?.reframed;
  return {
    done: [...done],
    open: [...open].filter((error) => !done.has(error)),
    ...(reframed && { reframed }),
    evidence: histories.flatMap((history) => history.evidence),
  };
}
