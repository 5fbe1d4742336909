import { clipped, small } from "./params.ts";
import type { Blank, Picture } from "./picture.ts";

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

const still = { dx: 0, dy: 0 };

/**
 * A frame that shows next to nothing still shows which parts are not clipped: another exposure of its scene is darkest
 * where a white frame is not white. This needs no structure, only the order of brightness, which no exposure or tone
 * curve changes.
 */
export function clippedOrder(blank: BlankPicture, other: Picture, reachPx: number): ClippedOrder {
  const { width, height } = blank.fine.luma;
  const mate = other.fine.luma;
  if (mate.width !== width || mate.height !== height) return { agreement: 0.5, pixels: 0 };
  const mateBins = binsOf(other);
  const order = (move: typeof still) => orderAt(blank, mateBins, move);
  const { pixels, agreement } = order(still);
  let best = agreement;
  if (pixels === 0) return { agreement, pixels };
  for (let dy = -reachPx; dy <= reachPx; dy++)
    for (let dx = -reachPx; dx <= reachPx; dx++) best = Math.max(best, order({ dx, dy }).agreement);
  return { agreement: best, pixels };
}

/** A blank picture with the pixels of it that are open. */
export interface BlankPicture extends Picture {
  readonly end: Blank;
  /** For each pixel where its counts begin: 0, or `clipped.bins` if it is open. */
  readonly side: Uint16Array;
}

/** What {@link clippedOrder} takes; `undefined` for a picture that is not blank. */
export function blankPicture(picture: Picture): BlankPicture | undefined {
  const { blank: end, fine } = picture;
  if (!end) return undefined;
  const { data } = fine.luma;
  const bound = boundOf(data, end);
  return {
    ...picture,
    end,
    side: Uint16Array.from(data, (v) => ((end === "white" ? v < bound : v > bound) ? clipped.bins : 0)),
  };
}

const knownBins = new WeakMap<Picture, Uint8Array>();

/** The pixels of a picture by their brightness; made once, since a frame is compared with many blank ones. */
function binsOf(picture: Picture): Uint8Array {
  const known = knownBins.get(picture);
  if (known) return known;
  const made = Uint8Array.from(picture.fine.luma.data, (value) =>
    Math.min(clipped.bins - 1, Math.floor(value * clipped.bins)),
  );
  knownBins.set(picture, made);
  return made;
}

/**
 * The value from which a pixel is open: the usual bound, or one that leaves the few most open ones, if these differ
 * from the rest at all.
 */
function boundOf(luma: Float32Array, end: Blank): number {
  const sorted = Float32Array.from(luma).sort();
  const few = Math.floor(clipped.leastShare * sorted.length);
  if (end === "white")
    return Math.max(small.brightest, Math.min(sorted[few], sorted[sorted.length - 1] - clipped.halfLevel));
  return Math.min(small.darkest, Math.max(sorted[sorted.length - 1 - few], sorted[0] + clipped.halfLevel));
}

/** The area under the ROC curve, by counting. */
function orderAt({ fine, end, side }: BlankPicture, mateBins: Uint8Array, { dx, dy }: typeof still): ClippedOrder {
  const { width, height } = fine.luma;
  const counts = new Uint32Array(2 * clipped.bins);
  const move = dy * width + dx;
  const [left, right] = [Math.max(0, -dx), Math.min(width, width - dx)];
  for (let y = Math.max(0, -dy), bottom = Math.min(height, height - dy); y < bottom; y++)
    for (let i = y * width + left, last = y * width + right; i < last; i++) counts[side[i] + mateBins[i + move]]++;
  let [opened, closed, sum] = [0, 0, 0];
  for (let bin = 0; bin < clipped.bins; bin++) {
    const [shut, open] = [counts[bin], counts[clipped.bins + bin]];
    sum += shut * (opened + open / 2);
    opened += open;
    closed += shut;
  }
  const pixels = Math.min(opened, closed);
  if (pixels === 0) return { agreement: 0.5, pixels };
  const share = sum / (opened * closed);
  return { agreement: end === "white" ? share : 1 - share, pixels };
}
