import type { HouseReading } from "lightwell";
import type { HousePreferences } from "../domain/recipe.ts";
import type { CheckResult } from "../engine/calls.ts";

/** What the rooms of its order say about an image. */
export interface ImageHouse {
  /** What the picture must be made with for the setting to hold. */
  readonly preferences: HousePreferences;
  readonly setting: HouseReading;
}

/** The finished pictures of an image, and what its report says. */
export interface ImageResult {
  readonly full: PictureFile;
  /** At most 1600 px on the longer edge, and half of the full size's pixels. */
  readonly preview: PictureFile;
  readonly isThreesixty: boolean;
  readonly warnings: readonly string[];
  /** Of results of earlier versions absent too. */
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
  /** Storage key; null where the upload cannot be summarized, so that grouping needs the upload itself. */
  readonly key: string | null;
  /** 0 where there is none. */
  readonly sizeBytes: number;
}

/** An upload in the storage. */
export interface StoredSource {
  /** Storage key. */
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** By the first bytes: jpeg, png, tiff, raw … */
  readonly format: string;
}
