import { copyOut } from "../../image/index.ts";
import type { PictureGeometry } from "../../ops/index.ts";
import type { MergeInput, MergeOptionsInput } from "../../stages/merge/index.ts";
import type { ToneInput } from "../../stages/tone/index.ts";

/** What a set's picture is merged, rectified and toned from: enough to do these again with other options. */
export interface KeptSet {
  readonly toTone: ToneInput;
  readonly geometry: PictureGeometry;
  /** Whether the frames were brought to the geometry as they were aligned. */
  readonly resampled: boolean;
  readonly merging: MergeAgain;
}

/** Of the way that was delivered. */
export interface MergeAgain {
  readonly input: MergeInput;
  readonly options: MergeOptionsInput;
}

/** The same in its own memory, so that it outlives the call that made it. */
export function ownCopy<T>(value: T): T {
  return copyOut(value, { holds: () => true });
}

/** Bytes of all views in a value. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}
