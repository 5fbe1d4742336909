import { type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { deltaE00, labOf } from "../../fusion/color-difference.ts";

/** CIEDE2000 that is seen without comparing, and the least share of the picture over which it has to be. */
const visibleChange = { deltaE: 5, share: 0.02 } as const;

/** Of the pixels so many along each axis are looked at: a third. */
const stride = 3;

/** Whether two pictures of one scene look otherwise: {@link visibleChange}. Pictures of other sizes, and none, do. */
export function isVisible(clean: IntegerImage | undefined, spoilt: IntegerImage | undefined): boolean {
  if (!clean || !spoilt || clean.width !== spoilt.width || clean.height !== spoilt.height) return true;
  return changedShare(clean, spoilt) >= visibleChange.share;
}

/** Share of the pixels, 0 to 1, that are further than {@link visibleChange} from each other. */
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
