import type { Image, Orientation, Photo } from "../../image/index.ts";

/** One photograph of a shoot, as the grouping sees it. */
export interface GroupFrame {
  /**
   * File name, path or id; unique within the call. Its extension distinguishes RAW from JPEG; its number gives the
   * order if time is missing.
   */
  readonly name: string;
  readonly photo: Photo;
  /** Size as displayed, after orientation, where known. */
  readonly widthPx?: number;
  readonly heightPx?: number;
  /**
   * The same for files of the same bytes and for no others; absent if no other file has them, or they were not
   * compared.
   */
  readonly contentKey?: string;
  /**
   * A small upright display-sRGB picture of about 256 to 512 px, or `undefined` where there is none. Called at most
   * once a frame, and only where it can change the answer. A rejection ends the grouping with that error.
   */
  readonly thumbnail: () => Promise<Image | undefined>;
}

export interface GroupInput {
  readonly frames: readonly GroupFrame[];
  /** Sets by hand, as lists of frame names; absent where the sets are to be found. */
  readonly lists?: readonly (readonly string[])[] | undefined;
}

/** A file that belongs to the set but adds nothing: a second file of a shot. */
export interface Twin {
  readonly frame: number;
  /** The frame, a member of the same group, that it is a second file of. */
  readonly of: number;
  readonly kind: "jpeg-of-raw" | "raw-of-jpeg" | "copy";
}

/**
 * `aborted`: frames that the camera or the shoot's habit promised are missing. `repeated`: the scene of the set before
 * it, taken again. `blurred`: softer than its set mates, as far as a thumbnail shows. `outlier`: shows something else
 * than its mates, or has the exposure of one of them.
 */
export type GroupFlagKind = "aborted" | "repeated" | "blurred" | "outlier";

/** Something that a photographer would want to look at; nothing is dropped from a set for it. */
interface GroupFlag {
  readonly kind: GroupFlagKind;
  /** The frame that is blurred or an outlier; of a repeated set, the reference of the set before. */
  readonly frame?: number;
  /** A plain sentence with the numbers that decided. */
  readonly message: string;
}

/** Frames are given as indices into the list that came in. */
export interface FrameGroup {
  /** In capture order; never empty. */
  readonly frames: readonly number[];
  /**
   * Frames of the same view whose flash fired, in capture order: they show the colours of the room and light what is
   * dark, but are not exposures of the bracket. Without a frame by the room's own light, all but the best flash frame.
   */
  readonly flash: readonly number[];
  /**
   * Second files of these shots: the JPEG of a RAW, a copy. Every file is in `frames`, `flash` or `twins` of
   * exactly one group.
   */
  readonly twins: readonly Twin[];
  /** `bracket` if `frames` and `flash` together are several. */
  readonly kind: "bracket" | "single";
  /** The frame nearest to the normal exposure: the middle of the set. */
  readonly reference: number;
  /**
   * Of each of `frames`, the brightness over that of the reference in EV as the pictures show it, where the headers do
   * not tell.
   */
  readonly pictureEvs?: readonly number[];
  /**
   * Of each of `frames`, how its upright picture is to be turned to stand as most of the set do, 1 for not at all;
   * absent where none is.
   */
  readonly turns?: readonly Orientation[];
  /** As `turns`, of the flash frames. Absent if none of them is turned. */
  readonly flashTurns?: readonly Orientation[];
  /** Plain sentences with the numbers that decided. */
  readonly reasons: readonly string[];
  /** How sure the boundaries of this group are, 0 to 1. */
  readonly confidence: number;
  /** In the order of the kinds above, then of the frames. Pictures are judged only where they were read. */
  readonly flags: readonly GroupFlag[];
}

export interface GroupResult {
  /** False where no bracket was found: every frame stands alone. */
  readonly applied: boolean;
  readonly reason: string;
  /** In the order of taking, camera by camera interleaved; those without any time last, by number or name. */
  readonly groups: readonly FrameGroup[];
  /** How many thumbnails were asked for. */
  readonly thumbnailsRead: number;
}
