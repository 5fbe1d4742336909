import type { F32 } from "../../../../src/image/index.ts";
import type { FarColoursArgs } from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

export function farColours(args: FarColoursArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { lab, expected, labs, rgbs, lumas, distances, far, foreign, width, foreignFrom, darkest, brightest } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    far[y] = 0;
    foreign[y] = 0;
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const end = atOurs(lab, expected, cell, args);
      const apart = toSegment(chroma(lab, cell), end, shownAtOurs(lab, labs, cell) ?? end);
      distances[cell] = apart;
      if (apart <= foreignFrom) continue;
      far[y]++;
      const lit = labs.map((_, k) => k).filter((k) => lumas[k][cell] > darkest);
      const telling = lit.filter((k) => Math.max(...rgbs[k].subarray(3 * cell, 3 * cell + 3)) < brightest);
      const heldBy = lit.toSorted((a, b) => lumas[a][cell] - lumas[b][cell]).slice(0, 1);
      const tellers = telling.length > 0 ? telling : heldBy;
      const shows = (k: number) => between(chroma(lab, cell), atOurs(lab, labs[k], cell, args)) <= foreignFrom;
      if (!tellers.some(shows)) foreign[y]++;
    }
  }
}

type Chroma = readonly [a: number, b: number];

function chroma(lab: F32, cell: number): Chroma {
  return [lab[3 * cell + 1], lab[3 * cell + 2]];
}

function between(from: Chroma, to: Chroma): number {
  return Math.sqrt((from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2);
}

function atOurs(ours: F32, theirs: F32, cell: number, { minRatio, maxRatio }: FarColoursArgs): Chroma {
  const ratio = Math.min(maxRatio, Math.max(minRatio, (ours[3 * cell] + 8) / (theirs[3 * cell] + 8)));
  return [ratio * theirs[3 * cell + 1], ratio * theirs[3 * cell + 2]];
}

function shownAtOurs(ours: F32, frames: readonly F32[], cell: number): Chroma | undefined {
  const lightness = (lab: F32) => lab[3 * cell];
  const byLightness = frames.toSorted((a, b) => lightness(a) - lightness(b));
  const below = byLightness.findLast((lab) => lightness(lab) <= lightness(ours));
  const above = byLightness.find((lab) => lightness(lab) >= lightness(ours));
  if (!below || !above) return undefined;
  const apart = lightness(above) - lightness(below);
  const share = apart > 0 ? (lightness(ours) - lightness(below)) / apart : 0;
  const [from, to] = [chroma(below, cell), chroma(above, cell)];
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

function toSegment(point: Chroma, from: Chroma, to: Chroma): number {
  const [a, b] = [to[0] - from[0], to[1] - from[1]];
  const length = a * a + b * b;
  const along = length > 0 ? ((point[0] - from[0]) * a + (point[1] - from[1]) * b) / length : 0;
  const share = Math.min(1, Math.max(0, along));
  return between(point, [from[0] + share * a, from[1] + share * b]);
}
