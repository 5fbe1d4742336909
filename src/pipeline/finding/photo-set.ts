import type { GroupFlagKind } from "../../stages/group/index.ts";
import type { SharedFocal } from "../../stages/perspective/index.ts";
import type { HouseSetting, Look } from "../../stages/tone/index.ts";
import type { InspectedFile } from "./inspect.ts";

/** One set of frames that make one picture. */
export interface PhotoSet {
  readonly frames: readonly InspectedFile[];
  /**
   * Frames of the same view whose flash fired, in capture order; not exposures of the bracket. If no frame was taken by
   * ambient light, all flash frames except the best, which is then the only one of `frames`.
   */
  readonly flash: readonly InspectedFile[];
  /** Second files of the same shots, which add nothing. */
  readonly twins: readonly InspectedFile[];
  /** Index into `frames` of the frame with the normal exposure: brightness and light are measured by it. */
  readonly normal: number;
  /** Index into `frames` of the frame that gives the metadata: `normal`, unless the caller chose another. */
  readonly reference: number;
  /** The caller chose the reference: the picture has its view, and shows things that moved as in that frame. */
  readonly isChosen?: true;
  readonly kind: "bracket" | "single";
  /**
   * Brightness of each of `frames` relative to the reference in EV, measured in the pictures; present if the headers do
   * not state it.
   */
  readonly pictureEvs?: readonly number[];
  readonly reasons: readonly string[];
  readonly confidence: number;
  readonly flags: readonly SetFlag[];
  /** What the other sets of the run show about this room. */
  readonly house?: HouseSetting;
  /** Focal length measured in the other sets by the same camera. */
  readonly focal?: SharedFocal;
  /** The requested look. */
  readonly look?: Look;
}

/** All photographs that a set's picture may use, in capture order. */
export function photographsOf({ frames, flash }: Pick<PhotoSet, "frames" | "flash">): InspectedFile[] {
  const at = ({ photo }: InspectedFile) => photo.capturedAt?.epochMs ?? Number.POSITIVE_INFINITY;
  if (flash.length === 0) return [...frames];
  const all = [...frames, ...flash];
  return all.every((each) => Number.isFinite(at(each))) ? all.sort((a, b) => at(a) - at(b)) : all;
}

/** A property of a set that the photographer should check. */
export interface SetFlag {
  /** Kind of flag, for programs. */
  readonly kind: GroupFlagKind;
  /** The frame concerned; for a repeated set, the reference of the previous set. */
  readonly file?: string;
  /** Description in plain words. */
  readonly message: string;
}
