import { ev100 } from "../../src/image/index.ts";
import type { GroupFrame } from "../../src/stages/group/index.ts";

/** Files of one shot: a RAW and the JPEG next to it, which all these programs can pair. */
interface Shot {
  readonly files: number[];
  readonly frame: GroupFrame;
  readonly timeS: number | undefined;
}

/** Sorted by capture time, or by name if times are missing, for each camera. */
function shotsByCamera(frames: readonly GroupFrame[]): Shot[][] {
  const shots = new Map<string, Shot>();
  const byName = frames.map((_, i) => i).sort((a, b) => (frames[a].name < frames[b].name ? -1 : 1));
  for (const i of byName) {
    const frame = frames[i];
    const stem = frame.name.replace(/\.\w+$/, "");
    const known = shots.get(stem);
    const epochMs = frame.photo.capturedAt?.epochMs;
    if (known) known.files.push(i);
    else shots.set(stem, { files: [i], frame, timeS: epochMs === undefined ? undefined : epochMs / 1000 });
  }
  const cameras = new Map<string, Shot[]>();
  for (const shot of shots.values()) {
    const { model = "", serial = "" } = shot.frame.photo.camera;
    const key = `${model} ${serial}`;
    cameras.set(key, [...(cameras.get(key) ?? []), shot]);
  }
  return [...cameras.values()].map((all) => all.sort((a, b) => (a.timeS ?? 0) - (b.timeS ?? 0)));
}

/**
 * Lightroom's stacks by capture time and hdrmerge's: a pause of more than `gapS` begins a new set. Exposure times are
 * subtracted, in favour of these programs.
 */
export function timeGap(frames: readonly GroupFrame[], gapS: number): number[][] {
  return shotsByCamera(frames).flatMap((shots) => {
    const sets: number[][] = [];
    shots.forEach((shot, i) => {
      const before = shots[i - 1];
      const endS = before?.timeS === undefined ? undefined : before.timeS + (before.frame.photo.exposure.timeS ?? 0);
      if (endS !== undefined && shot.timeS !== undefined && shot.timeS - endS <= gapS) sets.at(-1)!.push(...shot.files);
      else sets.push([...shot.files]);
    });
    return sets;
  });
}

/** Photomatix' fixed number: every `size` shots of a camera are a set. */
export function fixedSize(frames: readonly GroupFrame[], size: number): number[][] {
  return shotsByCamera(frames).flatMap((shots) => everyN(shots, size));
}

function everyN(shots: readonly Shot[], size: number): number[][] {
  const sets: number[][] = [];
  for (let i = 0; i < shots.length; i += size) sets.push(shots.slice(i, i + size).flatMap((shot) => shot.files));
  return sets;
}

const minSpanEv = 1.2;
const layerEv = 0.3;

/**
 * Hugin's rule for a project: if exposures span at least 1.2 EV, fall into layers of 0.3 EV, and repeat in one pattern
 * whose length divides the number of photographs, each repetition is a stack; otherwise there are no stacks. Applied to
 * each camera separately.
 */
export function huginStacks(frames: readonly GroupFrame[]): number[][] {
  return shotsByCamera(frames).flatMap((shots) => everyN(shots, huginSize(shots)));
}

function huginSize(shots: readonly Shot[]): number {
  const evs = shots.map(({ frame }) => ev100(frame.photo.exposure));
  const known = evs.filter((ev) => ev !== undefined);
  if (known.length < evs.length || Math.max(...known) - Math.min(...known) < minSpanEv) return 1;
  const layers: number[] = [];
  const layerOf = known.map((ev) => {
    const found = layers.findIndex((layer) => Math.abs(layer - ev) < layerEv);
    return found >= 0 ? found : layers.push(ev) - 1;
  });
  const size = layers.length;
  const repeats = known.length % size === 0 && layerOf.every((layer, i) => layer === layerOf[i % size]);
  return repeats ? size : 1;
}
