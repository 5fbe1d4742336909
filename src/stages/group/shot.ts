import { ev100, type Photo, swapsAxes } from "../../image/index.ts";
import { compareNames, isCameraPictureName, isRawName, type NameParts, parseName } from "./file-names.ts";
import type { GroupFrame, Twin } from "./types.ts";

/** One press of the shutter: a frame with its second files, and what the headers say of it. */
export interface Shot {
  readonly frame: GroupFrame;
  /** Index of the frame in the caller's list. */
  readonly index: number;
  readonly twins: readonly Twin[];
  readonly photo: Photo;
  readonly name: NameParts;
  /** Make, model and serial; empty where the file does not say. */
  readonly body: string;
  readonly timeMs?: number;
  /** Half of the clock's step cannot be told apart. */
  readonly resolutionMs: number;
  /** Exposure time in seconds, 0 where unknown. */
  readonly durationS: number;
  /** Brightness of the exposure in EV (time, aperture, ISO); a larger value is a brighter picture. */
  readonly exposureEv?: number;
  /** Size as displayed, `w x h`. */
  readonly size?: string;
}

/** Reads the facts off every frame. The order of the result is by name, whatever the order of the input. */
export function describeShots(frames: readonly GroupFrame[]): Shot[] {
  const order = frames.map((_, index) => index).sort((a, b) => compareNames(frames[a].name, frames[b].name));
  return order.map((index) => describeShot(frames[index], index));
}

/** As {@link describeShots}, with second files of one shot folded into it. */
export function collectShots(frames: readonly GroupFrame[]): Shot[] {
  const plain = describeShots(frames);
  const twinOf = findTwins(plain);
  return plain
    .filter((shot) => !twinOf.has(shot.index))
    .map((shot) => ({ ...shot, twins: [...twinOf.values()].filter((twin) => twin.of === shot.index) }));
}

/** How a shot is called in a reason. */
export function nameOf(shot: Shot): string {
  return shot.frame.name;
}

function describeShot(frame: GroupFrame, index: number): Shot {
  const { photo } = frame;
  const ev = ev100(photo.exposure);
  const { make = "", model = "", serial = "" } = photo.camera;
  const size = displayedSize(frame);
  return {
    frame,
    index,
    twins: [],
    photo,
    name: parseName(frame.name),
    body: [make, model, serial].join("|").toLowerCase(),
    ...(photo.capturedAt === undefined ? {} : { timeMs: photo.capturedAt.epochMs }),
    resolutionMs: photo.capturedAt?.resolutionMs ?? 0,
    durationS: photo.exposure.timeS ?? 0,
    ...(ev === undefined ? {} : { exposureEv: -ev }),
    ...(size === undefined ? {} : { size }),
  };
}

function displayedSize({ widthPx, heightPx, photo }: GroupFrame): string | undefined {
  if (widthPx !== undefined && heightPx !== undefined) return `${widthPx} x ${heightPx}`;
  if (photo.widthPx === undefined || photo.heightPx === undefined) return undefined;
  const { widthPx: w, heightPx: h } = photo;
  return swapsAxes(photo.orientation) ? `${h} x ${w}` : `${w} x ${h}`;
}

/** Twins by the index of the second file. A pair is clear only if name, time, exposure and camera agree. */
function findTwins(shots: readonly Shot[]): Map<number, Twin> {
  const byStem = new Map<string, Shot[]>();
  for (const shot of shots) byStem.set(shot.name.stem, [...(byStem.get(shot.name.stem) ?? []), shot]);
  const twins = new Map<number, Twin>();
  for (const sharing of byStem.values()) {
    // RAW first, then files without a copy mark: the first of a kind is the one that others are second files of.
    const ranked = [...sharing].sort((a, b) => rankOf(a) - rankOf(b));
    for (let i = 1; i < ranked.length; i++) {
      const first = ranked.slice(0, i).find((other) => !twins.has(other.index) && isSameShot(other, ranked[i]));
      if (first === undefined) continue;
      const kind = twinKind(first, ranked[i]);
      if (kind !== undefined) twins.set(ranked[i].index, { frame: ranked[i].index, of: first.index, kind });
    }
  }
  return twins;
}

function rankOf(shot: Shot): number {
  return (isRawName(shot.name) ? 0 : 2) + (shot.name.isCopy ? 1 : 0);
}

function twinKind(first: Shot, second: Shot): Twin["kind"] | undefined {
  if (isRawName(first.name) && isCameraPictureName(second.name)) return "jpeg-of-raw";
  return second.name.isCopy && first.name.extension === second.name.extension ? "copy" : undefined;
}

function isSameShot(a: Shot, b: Shot): boolean {
  if (a.timeMs === undefined || b.timeMs === undefined || a.exposureEv === undefined || b.exposureEv === undefined) {
    return false;
  }
  const resolution = Math.max(a.resolutionMs, b.resolutionMs);
  const sameModel = (a.photo.camera.model ?? "") === (b.photo.camera.model ?? "");
  return sameModel && Math.abs(a.timeMs - b.timeMs) < Math.max(1, resolution) && a.exposureEv === b.exposureEv;
}
