import { type CaptureTime, ev100, type Photo, swapsAxes } from "../../../image/index.ts";
import type { GroupFrame, Twin } from "../types.ts";
import { compareNames, type NameParts, parseName } from "./file-names.ts";

/** One press of the shutter: a frame with its second files, and the facts of its headers. */
export interface Shot {
  readonly frame: GroupFrame;
  /** Index of the frame in the caller's list. */
  readonly index: number;
  readonly twins: readonly Twin[];
  readonly photo: Photo;
  readonly name: NameParts;
  /** Make, model and serial; empty if the file lacks them and the shoot has several cameras. */
  readonly body: string;
  /** Comparable among all shots of one body. */
  readonly timeMs?: number;
  /** Time on the camera's clock, independent of its zone. */
  readonly clockMs?: number;
  /** Resolution of the clock: times within half of it cannot be distinguished. */
  readonly resolutionMs: number;
  /** Exposure time in seconds, 0 if unknown. */
  readonly durationS: number;
  /** Brightness of the exposure in EV (time, aperture, ISO); a larger value is a brighter picture. */
  readonly exposureEv?: number;
  /** Size as displayed, `w x h`. */
  readonly size?: string;
}

/** Reads the facts of every frame. The result is in order of name, independent of the order of the input. */
export function describeShots(frames: readonly GroupFrame[]): Shot[] {
  const order = frames.map((_, index) => index).sort((a, b) => compareNames(frames[a].name, frames[b].name));
  return settleClocks(settleBodies(order.map((index) => describeShot(frames[index], index))));
}

/** Name of a shot in a reason. */
export function nameOf(shot: Shot): string {
  return shot.frame.name;
}

function describeShot(frame: GroupFrame, index: number): Shot {
  const { photo } = frame;
  const ev = ev100(photo.exposure);
  const size = displayedSize(frame);
  const { capturedAt } = photo;
  return {
    frame,
    index,
    twins: [],
    photo,
    name: parseName(frame.name),
    body: bodyOf(photo),
    ...(capturedAt === undefined ? {} : { timeMs: capturedAt.epochMs, clockMs: clockOf(capturedAt) }),
    resolutionMs: capturedAt?.resolutionMs ?? 0,
    durationS: photo.exposure.timeS ?? 0,
    ...(ev === undefined ? {} : { exposureEv: -ev }),
    ...(size === undefined ? {} : { size }),
  };
}

function clockOf({ iso, epochMs, hasZone }: CaptureTime): number {
  const clockMs = hasZone ? Date.parse(iso.replace(/(?:Z|[+-]\d\d:\d\d)$/, "Z")) : epochMs;
  return Number.isFinite(clockMs) ? clockMs : epochMs;
}

function displayedSize({ widthPx, heightPx, photo }: GroupFrame): string | undefined {
  if (widthPx !== undefined && heightPx !== undefined) return `${widthPx} x ${heightPx}`;
  if (photo.widthPx === undefined || photo.heightPx === undefined) return undefined;
  const { widthPx: w, heightPx: h } = photo;
  return swapsAxes(photo.orientation) ? `${h} x ${w}` : `${w} x ${h}`;
}

function bodyOf({ camera: { make = "", model = "", serial = "" } }: Photo): string {
  return make + model + serial === "" ? "" : [make, model, serial].join("|").toLowerCase();
}

/**
 * A file without its camera's serial number, or without any camera, is assigned to the only body of the shoot that
 * fits; if several fit, its body stays as it is.
 */
function settleBodies(shots: readonly Shot[]): readonly Shot[] {
  const bodies = [...new Set(shots.map((shot) => shot.body))];
  const meant = new Map(
    bodies.map((body) => {
      const fuller = bodies.filter(
        (other) => other !== body && other.startsWith(body) && (body === "" || body.endsWith("|")),
      );
      return [body, fuller.length === 1 ? fuller[0] : body];
    }),
  );
  return shots.map((shot) => ({ ...shot, body: meant.get(shot.body)! }));
}

/** If some files of a body lack the zone, all of its files use the camera's clock. */
function settleClocks(shots: readonly Shot[]): Shot[] {
  const zoneless = new Set(shots.flatMap(({ photo, body }) => (photo.capturedAt?.hasZone === false ? [body] : [])));
  return shots.map(({ timeMs, ...shot }) => {
    if (timeMs === undefined || shot.clockMs === undefined) return shot;
    return { ...shot, timeMs: zoneless.has(shot.body) ? shot.clockMs : timeMs };
  });
}

/** Groups `items` by key, in the order in which keys first occur; items without a key are skipped. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
