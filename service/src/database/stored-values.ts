import type { HouseReading } from "lightwell";
import type { HousePreferences } from "../domain/recipe.ts";
import type { CheckResult } from "../engine/calls.ts";

/** What the other rooms of its order contribute to an image. */
export interface ImageHouse {
  /** The preferences for which the setting is valid. */
  readonly preferences: HousePreferences;
  readonly setting: HouseReading;
}

/** The finished pictures of an image, and facts from its report. */
export interface ImageResult {
  readonly full: PictureFile;
  /** At most 1600 px on the longer edge, and at most half of the full size's pixels. */
  readonly preview: PictureFile;
  readonly isThreesixty: boolean;
  readonly warnings: readonly string[];
  /** Also absent in results of earlier versions. */
  readonly check?: CheckResult;
}

/** A finished JPEG in the storage. */
export interface PictureFile {
  /** Storage key. */
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** What grouping needs of an upload. */
export interface StoredSummary {
  /** Storage key; null if the upload cannot be summarized, so grouping needs the upload itself. */
  readonly key: string | null;
  /** 0 if there is none. */
  readonly sizeBytes: number;
}

/** An upload in the storage. */
export interface StoredSource {
  /** Storage key. */
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Detected from the first bytes: jpeg, png, tiff, raw … */
  readonly format: string;
}
