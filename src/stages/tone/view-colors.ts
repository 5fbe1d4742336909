import { hazeOf } from "../../kernels/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { type Copy, meanInViews, viewShare } from "./view-mean.ts";

/** Spread of the channels (display values, root of the mean square) that a view's colours are brought towards. */
const wantedSpread = 0.2;
/** The most that colours grow; beyond, the noise of what was clipped nearly would grow with them. */
const mostGrowth = 1.6;
/** Spread towards which the most vivid colours are bent down: leaves would turn neon. */
const mostSpread = 0.4;

/** The small copy, and what is done to it before colours. */
interface TonedCopy {
  readonly small: SmallImage;
  /** Factors of R and B, two a pixel. */
  readonly gains: Float32Array;
  readonly veils: Float32Array;
  /** Luma after the lifts. */
  readonly lifted: Float32Array;
  /** The curve of brightness that comes after them. */
  readonly tones: (value: number) => number;
}

/**
 * Factors of chroma for every pixel of the small copy, 1 outside views: glare and the bright end of the frame's own
 * curve leave a view pale, so its colours grow by the root of what they lack; vivid ones are bent down.
 */
export function viewColors(
  copy: Copy,
  views: Float32Array,
  { small: { data }, gains, veils, lifted, tones }: TonedCopy,
): Float32Array {
  const factors = new Float32Array(views.length).fill(1);
  if (views.every((view) => view === 0)) return factors;
  const spreads = new Float32Array(views.length);
  for (let i = 0; i < views.length; i++) {
    if (views[i] === 0) continue;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    const red = (data[3 * i] - haze) * gains[2 * i];
    const green = ((data[3 * i + 1] - haze) * (1 - 0.2126 * gains[2 * i] - 0.0722 * gains[2 * i + 1])) / 0.7152;
    const blue = (data[3 * i + 2] - haze) * gains[2 * i + 1];
    const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const relative = (Math.max(red, green, blue) - Math.min(red, green, blue)) / Math.max(0.02, luma);
    spreads[i] = relative * tones(lifted[i]);
  }
  const squares = meanInViews(
    copy,
    views,
    spreads.map((spread) => spread ** 2),
    viewShare,
  );
  for (let i = 0; i < views.length; i++) {
    if (views[i] === 0) continue;
    const growth = Math.min(mostGrowth, Math.max(1, Math.sqrt(wantedSpread / Math.sqrt(Math.max(1e-6, squares[i])))));
    const bent = growth / Math.sqrt(1 + ((growth * spreads[i]) / mostSpread) ** 2);
    factors[i] = 1 + views[i] * (bent - 1);
  }
  return factors;
}
