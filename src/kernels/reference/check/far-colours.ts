import type { F32 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * How far the chroma of a picture's cells (`lab`, CIELAB, interleaved, `width` cells a row) lies from that of the
 * `plain` picture's at the picture's lightness, by which theirs is scaled from `leastRatio` to `mostRatio`:
 * `distances`. `far`: cells of a row beyond `foreign`. `foreign`: those of them that lie as far from every frame
 * (`labs`) that tells the colour: luma (`lumas`) over `darkest`, and no channel (`rgbs`) from `brightest`.
 */
export const farColoursArgs = declareKernel({
  args: {
    lab: f32("width", "rowEnd", 3),
    plain: f32("width", "rowEnd", 3),
    labs: listOf(f32("width", "rowEnd", 3)),
    rgbs: listOf(f32("width", "rowEnd", 3), "labs"),
    lumas: listOf(f32("width", "rowEnd"), "labs"),
    distances: out(f32("width", "rowEnd")),
    far: out(i32("rowEnd")),
    foreign: out(i32("rowEnd")),
    width: size,
    foreignFrom: number,
    leastRatio: number,
    mostRatio: number,
    darkest: number,
    brightest: number,
  },
});
export type FarColoursArgs = ArgsOf<typeof farColoursArgs>;

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
      const isShown = labs.some((frame, k) => {
        const most = Math.max(...rgbs[k].subarray(3 * cell, 3 * cell + 3));
        return lumas[k][cell] > darkest && most < brightest && chromaApart(lab, frame, cell, args) <= foreignFrom;
      });
      if (!isShown) foreign[y]++;
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
