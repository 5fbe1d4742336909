import type { Homography, IntegerImage, Rect } from "../../image/index.ts";
import type { LensCorrection } from "../../ops/index.ts";
import { largestCrop } from "./largest-crop.ts";

interface CutInput {
  readonly image: Pick<IntegerImage, "width" | "height">;
  readonly correction?: LensCorrection | undefined;
  readonly common?: Rect | undefined;
}

/** A picture that was straightened, and what its crop keeps. */
export interface Cut {
  readonly homography: Homography;
  readonly crop: Rect | undefined;
  /** Of the picture's, or its common part's, area. */
  readonly cropLoss: number;
}

export function cutFor(homography: Homography, input: CutInput): Cut {
  const { width, height } = input.image;
  const crop = largestCrop({ ...input, width, height, homography });
  const { width: keptWidth, height: keptHeight } = input.common ?? input.image;
  const cropLoss = crop ? Math.max(0, 1 - (crop.width * crop.height) / (keptWidth * keptHeight)) : 1;
  return { homography, crop, cropLoss };
}

/** The largest share from 0 to `most` that `fits`, to a hundredth of it, if smaller ones fit as well. */
export function largestWithin(most: number, fits: (share: number) => boolean): number {
  let [low, high] = [0, most];
  while (high - low > most / 100) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
