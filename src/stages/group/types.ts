import type { Image, Orientation, Photo } from "../../image/index.ts";

/** One photograph of a shoot, as input to the grouping. */
export interface GroupFrame {
  /**
   * File name, path or id; unique within the call. Its extension distinguishes RAW from JPEG; its number gives the
   * order if time is missing.
   */
  readonly name: string;
  readonly photo: Photo;
  /** Size as displayed, after orientation, if known. */
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Equal only for files with identical bytes; absent if no other file is identical, or files were not compared. */
  readonly contentKey?: string;
  /**
   * A small upright display-sRGB picture of about 256 to 512 px, or `undefined` if there is none. Called at most once a
   * frame, and only if it can change the answer. A rejection ends the grouping with that error.
   */
  readonly thumbnail: () => Promise<Image | undefined>;
}

export interface GroupInput {
  readonly frames: readonly GroupFrame[];
  /** Sets listed by the caller, as lists of frame names; absent if sets are to be found. */
  readonly lists?: readonly (readonly string[])[] | undefined;
}

/** A second file of a shot in the set; it adds no exposure. */
export interface Twin {
  readonly frame: number;
  /** The frame of the same group whose second file this is. */
  readonly of: number;
  readonly kind: "jpeg-of-raw" | "raw-of-jpeg" | "copy";
}

/**
 * `aborted`: frames that the camera's count or the shoot's pattern predicts are missing. `repeated`: the same scene as
 * the set before, taken again. `blurred`: softer than the rest of its set, as far as a thumbnail shows. `outlier`:
 * another scene than the rest, or the same exposure as one of them.
 */
export type GroupFlagKind = "aborted" | "repeated" | "blurred" | "outlier";

/** Something for the photographer to check; flagged frames stay in the set. */
interface GroupFlag {
  readonly kind: GroupFlagKind;
  /** The frame that is blurred or an outlier; for a repeated set, the reference frame of the set before. */
  readonly frame?: number;
  /** One sentence with the values that decided. */
  readonly message: string;
}

/** Frames are indices into the input list. */
export interface FrameGroup {
  /** In capture order; never empty. */
  readonly frames: readonly number[];
  /**
   * Frames of the same view whose flash fired, in capture order: they show the colours of the room and light its dark
   * parts, but are not exposures of the bracket. Without a frame by the room's own light, all flash frames but the
   * best.
   */
  readonly flash: readonly number[];
  /**
   * Second files of these shots: the JPEG of a RAW, a copy. Every file is in `frames`, `flash` or `twins` of
   * exactly one group.
   */
  readonly twins: readonly Twin[];
  /** `bracket` if `frames` and `flash` have more than one frame in total. */
  readonly kind: "bracket" | "single";
  /** The frame nearest to the normal exposure: the median of the set. */
  readonly reference: number;
  /**
   * Brightness of each of `frames` relative to the reference in EV, measured in the pictures; absent if headers state
   * it.
   */
  readonly pictureEvs?: readonly number[];
  /**
   * Orientation that turns each upright picture of `frames` to that of most of the set, 1 for no turn; absent if none
   * is turned.
   */
  readonly turns?: readonly Orientation[];
  /** Like `turns`, for the flash frames. Absent if none of them is turned. */
  readonly flashTurns?: readonly Orientation[];
  /** Sentences with the values that decided. */
  readonly reasons: readonly string[];
  /** Confidence in the boundaries of this group, 0 to 1. */
  readonly confidence: number;
  /** In the order of the kinds above, then of the frames. Pictures are judged only if they were read. */
  readonly flags: readonly GroupFlag[];
}

export interface GroupResult {
  /** False if no bracket was found: every frame is a single. */
  readonly applied: boolean;
  readonly reason: string;
  /** In capture order, cameras interleaved; frames without any time come last, by number or name. */
  readonly groups: readonly FrameGroup[];
  /** Number of thumbnails requested. */
  readonly thumbnailsRead: number;
}
