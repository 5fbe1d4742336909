import type { Warning } from "../../errors/index.ts";
import { ev100 } from "../../image/index.ts";
import type { Grouping } from "./grouping.ts";
import type { FailedFile } from "./inspect.ts";
import { type PhotoSet, photographsOf, type SetFlag } from "./photo-set.ts";

/** One frame of a set, with what its headers state. */
export interface GroupedFrame {
  /** The source, by its name. */
  readonly file: string;
  /** Exposure relative to the set's reference frame, in EV; positive is brighter. */
  readonly ev?: number;
  /**
   * Brightness relative to the reference frame in EV, measured in the pictures; present if the headers do not state it.
   */
  readonly pictureEv?: number;
  /** The flash fired, and the set has frames by ambient light or a better flash frame. */
  readonly flash?: true;
  /** Capture time in ISO 8601, with sub-second digits and time zone if known. */
  readonly capturedAt?: string;
}

/** One set of files that make one picture. */
export interface GroupedSet {
  /** The frames in capture order, including flash frames of the view. */
  readonly files: readonly string[];
  /** `bracket` for several frames of one view, `single` for one file. */
  readonly kind: "bracket" | "single";
  /** Why these files belong together, in plain words. */
  readonly reasons: readonly string[];
  /** Aborted and repeated sets, blurred frames, outliers. */
  readonly flags: readonly SetFlag[];
  /** How sure the set is, 0 to 1. */
  readonly confidence: number;
  /** The frame that gives the picture its metadata. */
  readonly reference: string;
  /** Second files of the same shots, which add nothing. */
  readonly twins: readonly string[];
  /** The frames of `files`, in the same order, with their facts. */
  readonly frames: readonly GroupedFrame[];
  /** Time from the first capture to the last, in seconds; absent unless all are known. */
  readonly spanS?: number;
}

/** The result of `group`: which files belong together, by name. */
export interface GroupOutcome {
  /** The sets, in capture order; the lists of their `files` are what the option `groups` takes. */
  readonly groups: readonly GroupedSet[];
  /** Files that are in no set, and why. */
  readonly failed: readonly FailedFile[];
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
  /** Number of pictures that were read in addition to the headers. */
  readonly thumbnailsRead: number;
}

export function outcomeOf({ sets, failed, warnings, thumbnailsRead }: Grouping): GroupOutcome {
  return { groups: sets.map(toGroupedSet), failed, warnings, thumbnailsRead };
}

function toGroupedSet({
  frames,
  flash,
  twins,
  kind,
  confidence,
  reasons,
  flags,
  reference,
  pictureEvs,
}: PhotoSet): GroupedSet {
  const normalEv = ev100(frames[reference].photo.exposure);
  const all = photographsOf({ frames, flash });
  const evs = frames.map(({ photo }) => ev100(photo.exposure));
  // Headers of several renditions of one photograph state its exposure, but not the brightness of each rendition.
  const areSeen = pictureEvs !== undefined && evs.every((ev) => ev === evs[0]);
  const times = all.map(({ photo }) => photo.capturedAt?.epochMs ?? Number.NaN);
  const spanS = (Math.max(...times) - Math.min(...times)) / 1000;
  return {
    files: all.map(({ file }) => file.name),
    kind,
    reasons,
    flags,
    confidence,
    reference: frames[reference].file.name,
    twins: twins.map(({ file }) => file.name),
    frames: all.map((frame) => {
      const { file, photo } = frame;
      const captured = photo.capturedAt ? { capturedAt: photo.capturedAt.iso } : {};
      if (flash.includes(frame)) return { file: file.name, flash: true, ...captured };
      const ownEv = ev100(photo.exposure);
      const seenEv = pictureEvs?.[frames.indexOf(frame)];
      return {
        file: file.name,
        ...(ownEv === undefined || normalEv === undefined || areSeen
          ? seenEv === undefined
            ? {}
            : { pictureEv: inHundredths(seenEv) }
          : { ev: inHundredths(normalEv - ownEv) }),
        ...captured,
      };
    }),
    ...(Number.isFinite(spanS) ? { spanS } : {}),
  };
}

/** Rounds to hundredths; −0 becomes 0. */
function inHundredths(ev: number): number {
  return Math.round(ev * 100) / 100 + 0;
}

/** A sound photograph that is not used in any picture. */
export interface UnusedFile {
  /** The source, by its name. */
  readonly file: string;
  /** Why, in plain words. */
  readonly reason: string;
}

/** Second files of the shots of sets. */
export function unusedTwins(sets: readonly Pick<PhotoSet, "frames" | "twins">[]): UnusedFile[] {
  return sets.flatMap(({ frames, twins }) =>
    twins.map(({ file }) => ({
      file: file.name,
      reason: `second file of a photograph of the set of ${frames[0].file.name}`,
    })),
  );
}
