import { clipped, small } from "./params.ts";
import type { Blank, Picture } from "./picture.ts";

/** How well the unclipped pixels of a blank frame fit another frame. */
export interface ClippedOrder {
  /**
   * Probability that an unclipped pixel of a white frame is darker in the other frame than a white pixel is; for a
   * black frame, brighter than a black pixel is. 1 for exposures of one scene, about 0.6 for different scenes.
   */
  readonly agreement: number;
  /** Number of unclipped or of clipped pixels, whichever is smaller: evidence grows with it. */
  readonly pixels: number;
}

const still = { dx: 0, dy: 0 };

/**
 * Compares a blank frame with another. A frame that shows next to nothing still shows which parts are not clipped:
 * another exposure of its scene is darkest where a white frame is not white. This needs no structure, only the order of
 * brightness, which exposure and tone curve leave unchanged.
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

/** A blank picture and its unclipped pixels. */
export interface BlankPicture extends Picture {
  readonly end: Blank;
  /** Offset of each pixel's counts: 0, or `clipped.bins` if the pixel is unclipped. */
  readonly side: Uint16Array;
}

/** Input of {@link clippedOrder}; `undefined` for a picture that is not blank. */
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

/** Brightness bin of each pixel; computed once, since a frame is compared with many blank ones. */
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
 * The value from which a pixel counts as unclipped: the usual limit, or one that leaves the few pixels farthest from
 * clipping, if they differ from the rest at all.
 */
function boundOf(luma: Float32Array, end: Blank): number {
  const sorted = Float32Array.from(luma).sort();
  const few = Math.floor(clipped.minShare * sorted.length);
  if (end === "white")
    return Math.max(small.brightest, Math.min(sorted[few], sorted[sorted.length - 1] - clipped.halfLevel));
  return Math.min(small.darkest, Math.max(sorted[sorted.length - 1 - few], sorted[0] + clipped.halfLevel));
}

/** The area under the ROC curve, from counts. */
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
