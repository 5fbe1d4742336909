import { type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { deltaE00, labOf } from "../../fusion/color-difference.ts";

/**
 * Minimum CIEDE2000 that is visible without direct comparison, and minimum share of the picture over which it occurs.
 */
const visibleChange = { deltaE: 5, share: 0.02 } as const;

/** Stride of the compared pixels along each axis. */
const stride = 3;

/**
 * Whether two pictures of one scene differ visibly: {@link visibleChange}. Also true for different sizes or a missing
 * picture.
 */
export function isVisible(clean: IntegerImage | undefined, spoilt: IntegerImage | undefined): boolean {
  if (!clean || !spoilt || clean.width !== spoilt.width || clean.height !== spoilt.height) return true;
  return changedShare(clean, spoilt) >= visibleChange.share;
}

/** Share of the pixels, 0 to 1, that differ by more than {@link visibleChange}. */
export function changedShare(a: IntegerImage, b: IntegerImage): number {
  const most = maxValueOf(a.data);
  let [changed, count] = [0, 0];
  for (let y = 0; y < a.height; y += stride) {
    for (let x = 0; x < a.width; x += stride, count++) {
      const at = 3 * (y * a.width + x);
      if (a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2]) continue;
      const of = ({ data }: IntegerImage) =>
        labOf([(255 * data[at]) / most, (255 * data[at + 1]) / most, (255 * data[at + 2]) / most]);
      if (deltaE00(of(a), of(b)) >= visibleChange.deltaE) changed++;
    }
  }
  return changed / count;
}
