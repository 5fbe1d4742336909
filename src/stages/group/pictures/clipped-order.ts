import type { Plane } from "../../../ops/index.ts";
import { type Blank, brightest, darkest, type Picture } from "./picture.ts";

/** How well what is left of a blank frame fits another frame. */
export interface ClippedOrder {
  /**
   * The chance that a place which is still open in a white frame is darker in the other frame than one that is white;
   * of a black frame, brighter than one that is black. 1 for exposures of one scene, about 0.6 for different scenes.
   */
  readonly agreement: number;
  /** Pixels that are open, or those that are not, whichever are fewer: evidence grows with them. */
  readonly pixels: number;
}

const bins = 256;
/** So many of the most open pixels count, where fewer are open by the usual bounds. */
const leastShare = 0.03;
/** Half a level of 8 bits. */
const halfLevel = 0.5 / 255;
/** How far a hand-held camera may have moved, in pixels. */
export const movedPx = 2;
const still = { dx: 0, dy: 0 };

/**
 * A frame that shows next to nothing still says where it does: another exposure of its scene is darkest where a white
 * frame is not white. That takes no structure, only the order of brightness, which no exposure and tone curve changes.
 */
export function clippedOrder({ end, bound, fine }: BlankPicture, other: Picture, reachPx: number): ClippedOrder {
  const { width, height } = fine.luma;
  const mate = other.fine.luma;
  if (mate.width !== width || mate.height !== height) return { agreement: 0.5, pixels: 0 };
  const order = (move: typeof still) => orderAt(fine.luma, end, bound, mate.data, move);
  const { pixels, agreement } = order(still);
  let best = agreement;
  if (pixels === 0) return { agreement, pixels };
  for (let dy = -reachPx; dy <= reachPx; dy++)
    for (let dx = -reachPx; dx <= reachPx; dx++) best = Math.max(best, order({ dx, dy }).agreement);
  return { agreement: best, pixels };
}

/** A blank picture with the value from which its pixels are open. */
export interface BlankPicture extends Picture {
  readonly end: Blank;
  readonly bound: number;
}

/** What {@link clippedOrder} takes; `undefined` for a picture that is not blank. */
export function blankPicture(picture: Picture): BlankPicture | undefined {
  const { blank: end, fine } = picture;
  return end && { ...picture, end, bound: boundOf(fine.luma.data, end) };
}

/**
 * The value from which a pixel is open: the usual bound, or one that leaves the few most open ones, if these differ
 * from the rest at all.
 */
function boundOf(luma: Float32Array, end: Blank): number {
  const sorted = Float32Array.from(luma).sort();
  const few = Math.floor(leastShare * sorted.length);
  if (end === "white") return Math.max(brightest, Math.min(sorted[few], sorted[sorted.length - 1] - halfLevel));
  return Math.min(darkest, Math.max(sorted[sorted.length - 1 - few], sorted[0] + halfLevel));
}

/** The area under the ROC curve, by counting. */
function orderAt(
  { data, width, height }: Plane,
  end: Blank,
  bound: number,
  mate: Float32Array,
  { dx, dy }: typeof still,
): ClippedOrder {
  const [open, shut] = [new Uint32Array(bins), new Uint32Array(bins)];
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const value = data[y * width + x];
      const bin = Math.min(bins - 1, Math.floor(mate[(y + dy) * width + x + dx] * bins));
      if (end === "white" ? value < bound : value > bound) open[bin]++;
      else shut[bin]++;
    }
  }
  let [opened, closed, sum] = [0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    sum += shut[bin] * (opened + open[bin] / 2);
    opened += open[bin];
    closed += shut[bin];
  }
  const pixels = Math.min(opened, closed);
  if (pixels === 0) return { agreement: 0.5, pixels };
  const share = sum / (opened * closed);
  return { agreement: end === "white" ? share : 1 - share, pixels };
}
