import type { EmbeddedLens } from "./embedded-lens.ts";
import type { Exposure } from "./exposure.ts";
import type { GeometryHistory } from "./geometry-history.ts";
import type { Orientation } from "./orientation.ts";

/** When a frame was taken. `epochMs` treats a missing zone as UTC, so frames of one camera stay comparable. */
export interface CaptureTime {
  /** ISO 8601 with the sub-second digits and the zone that are known. */
  readonly iso: string;
  readonly epochMs: number;
  /** The clock's step: 1000 for whole seconds, 10 or 1 with sub-second digits. */
  readonly resolutionMs: number;
  readonly hasZone: boolean;
}

export interface Camera {
  readonly make?: string;
  readonly model?: string;
  readonly serial?: string;
}

/**
 * `focalMm` is the set focal length; `focal35Mm` its 35 mm equivalent. Names are as EXIF or the maker's notes give
 * them.
 */
export interface Lens {
  readonly make?: string;
  readonly model?: string;
  readonly focalMm?: number;
  readonly focal35Mm?: number;
  readonly minFocalMm?: number;
  readonly maxFocalMm?: number;
  readonly focusDistanceM?: number;
  /** Maker notes, which may name the lens, were not read because perl is missing; absent if a name was found. */
  readonly isUnread?: boolean;
}

/**
 * Series of frames that differ in something else than exposure; `rendering` is one exposure in several looks (DRO,
 * contrast, effects).
 */
export type OtherBracketing = "white-balance" | "focus" | "pixel-shift" | "flash" | "aperture" | "rendering";

/** What the file says of its place in a series; every field only where the camera wrote it. */
export interface SeriesHints {
  /** The maker's notes or EXIF ExposureMode say that an exposure bracket was on. */
  readonly bracketing?: boolean;
  /** A bracket of another kind, which is not an exposure bracket. */
  readonly otherBracketing?: OtherBracketing;
  /** Position within the bracket, from 1. */
  readonly shotNumber?: number;
  /** How many frames the bracket was set to have. */
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
 * All the engine knows of a file from its headers, before any pixel is decoded. Sizes are as stored, before
 * orientation.
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
  /** What the camera or an editor did to the geometry of the pixels that it wrote; says nothing of sensor data. */
  readonly geometry?: GeometryHistory;
  /**
   * What a RAW file says of its lens's errors; they are still in the sensor data, and corrected in the camera's JPEG.
   */
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
