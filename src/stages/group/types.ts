import type { Image, Photo } from "../../image/index.ts";

/** One photograph of a shoot, as the grouping sees it. */
export interface GroupFrame {
  /** File name, path or id; unique within the call. Its extension tells RAW from JPEG, its number the order where time is missing. */
  readonly name: string;
  readonly photo: Photo;
  /** Size as displayed, after orientation, where known. */
  readonly widthPx?: number;
  readonly heightPx?: number;
  /**
   * A small upright display-sRGB picture of about 256 to 512 px, or `undefined` where there is none. Called at most once a
   * frame, and only where it can change the answer. A rejection ends the grouping with that error.
   */
  readonly thumbnail: () => Promise<Image | undefined>;
}

/** A second file of the same shot: it is not a frame of its own and would add nothing to a merge. */
export interface Twin {
  readonly frame: number;
  /** The frame, a member of the same group, that it is a second file of. */
  readonly of: number;
  readonly kind: "jpeg-of-raw" | "copy";
}

/** Frames are given as indices into the list that came in. */
export interface FrameGroup {
  /** In capture order; never empty. */
  readonly frames: readonly number[];
  /** Second files of these shots (the JPEG beside a RAW, a copy). Every file is in `frames` or `twins` of exactly one group. */
  readonly twins: readonly Twin[];
  readonly kind: "bracket" | "single";
  /** The frame nearest to the normal exposure: the middle of the set. */
  readonly reference: number;
  /** Plain sentences with the numbers that decided. */
  readonly reasons: readonly string[];
  /** How sure the boundaries of this group are, 0 to 1. */
  readonly confidence: number;
}

export interface GroupResult {
  /** False where no bracket was found: every frame stands alone. */
  readonly applied: boolean;
  readonly reason: string;
  /** In capture order of their first frames, camera by camera interleaved. */
  readonly groups: readonly FrameGroup[];
  /** How many thumbnails were asked for. */
  readonly thumbnailsRead: number;
}
