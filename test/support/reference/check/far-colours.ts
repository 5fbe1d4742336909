import type { F32 } from "../../../../src/image/index.ts";
import type { FarColoursArgs } from "../../../../src/kernels/declarations/check/far-colours.ts";
import { pollCancel } from "../poll-cancel.ts";

export function farColours(args: FarColoursArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { lab, plain, labs, rgbs, lumas, distances, far, foreign, width, foreignFrom, darkest, brightest } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    far[y] = 0;
    foreign[y] = 0;
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const apart = chromaApart(lab, plain, cell, args);
      distances[cell] = apart;
      if (apart <= foreignFrom) continue;
      far[y]++;
      const lit = labs.map((_, k) => k).filter((k) => lumas[k][cell] > darkest);
      const telling = lit.filter((k) => Math.max(...rgbs[k].subarray(3 * cell, 3 * cell + 3)) < brightest);
      const heldBy = lit.toSorted((a, b) => lumas[a][cell] - lumas[b][cell]).slice(0, 1);
      const tellers = telling.length > 0 ? telling : heldBy;
      if (!tellers.some((k) => chromaApart(lab, labs[k], cell, args) <= foreignFrom)) foreign[y]++;
    }
  }
}

function chromaApart(ours: F32, theirs: F32, cell: number, { leastRatio, mostRatio }: FarColoursArgs): number {
  const at = 3 * cell;
  const ratio = Math.min(mostRatio, Math.max(leastRatio, (ours[at] + 8) / (theirs[at] + 8)));
  const a = ours[at + 1] - ratio * theirs[at + 1];
  const b = ours[at + 2] - ratio * theirs[at + 2];
  return Math.sqrt(a * a + b * b);
}
