import { maxValueOf } from "../../image/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";

/** Number of levels at which tones are compared; values of 16 bits are interpolated between two. */
const levels = 256;
/** Every so many pixels are read for tones and brightness. */
const readStride = 7;

/**
 * Fills what is transparent in frames of a set, as programs leave the borders of frames that they aligned: with what
 * the frame nearest in brightness shows there, in the tones of the frame itself. Changes the frames' own pixels. Where
 * every frame is transparent, or a frame stands alone, the white below it stays, with a warning. Frames of different
 * sizes are left to the stages, which refuse them.
 */
export function fillTransparent(frames: readonly DecodedFrame[], context: Pick<StageContext, "warn">): void {
  if (!frames.some(({ opaque }) => opaque) || frames.length < 2) return;
  const [{ image: first }] = frames;
  const areAlike = frames.every(({ image }) => image.width === first.width && image.height === first.height);
  if (!areAlike) return;
  const means = frames.map(meanOf);
  // Tones are read before any frame changes.
  const plans = frames.map((frame, i) => {
    if (!frame.opaque) return [];
    const nearest = frames.map((_, k) => k).filter((k) => k !== i);
    nearest.sort((a, b) => Math.abs(means[a] - means[i]) - Math.abs(means[b] - means[i]) || a - b);
    return nearest.map((k) => ({ from: frames[k], tones: tonesBetween(frames[k], frame) }));
  });
  let left = 0;
  for (const [i, frame] of frames.entries()) {
    const { opaque } = frame;
    if (!opaque) continue;
    for (let p = 0; p < opaque.length; p++) {
      if (opaque[p] !== 0) continue;
      const source = plans[i].find(({ from }) => from.opaque === undefined || from.opaque[p] !== 0);
      if (source === undefined) left++;
      else fillPixel(frame, p, source);
    }
  }
  if (left === 0) return;
  const message = "decode: what is transparent in every frame of the set is flattened on white";
  context.warn("decode/alpha-flattened", message);
}

interface Source {
  readonly from: DecodedFrame;
  /** For each channel, the mean value of the frame where `from` has a level. */
  readonly tones: readonly Float64Array[];
}

function fillPixel({ image: { data } }: DecodedFrame, pixel: number, { from, tones }: Source): void {
  const own = from.image.data;
  const unit = maxValueOf(own);
  for (let c = 0; c < 3; c++) {
    const place = (own[3 * pixel + c] / unit) * (levels - 1);
    const below = Math.floor(place);
    const above = Math.min(levels - 1, below + 1);
    data[3 * pixel + c] = Math.round(tones[c][below] + (place - below) * (tones[c][above] - tones[c][below]));
  }
}

/** Mean of the opaque samples, 0 to 1. */
function meanOf({ image: { data }, opaque }: DecodedFrame): number {
  let [sum, count] = [0, 0];
  for (let p = 0; 3 * p < data.length; p += readStride) {
    if (opaque && opaque[p] === 0) continue;
    sum += data[3 * p] + data[3 * p + 1] + data[3 * p + 2];
    count += 3;
  }
  return sum / Math.max(1, count) / maxValueOf(data);
}

/** Read where both are opaque; levels that do not occur there lie between their neighbours. */
function tonesBetween(from: DecodedFrame, to: DecodedFrame): Float64Array[] {
  const [unit, ownUnit] = [maxValueOf(from.image.data), maxValueOf(to.image.data)];
  return [0, 1, 2].map((c) => {
    const sums = new Float64Array(levels);
    const counts = new Float64Array(levels);
    for (let p = 0; 3 * p < from.image.data.length; p += readStride) {
      if ((from.opaque && from.opaque[p] === 0) || (to.opaque && to.opaque[p] === 0)) continue;
      const level = Math.round((from.image.data[3 * p + c] / unit) * (levels - 1));
      sums[level] += to.image.data[3 * p + c];
      counts[level]++;
    }
    return withoutGaps(sums, counts, ownUnit);
  });
}

function withoutGaps(sums: Float64Array, counts: Float64Array, unit: number): Float64Array {
  const known = [...counts.keys()].filter((level) => counts[level] > 0);
  const meanAt = (level: number) => sums[level] / counts[level];
  if (known.length === 0) return Float64Array.from(sums, (_, level) => (level / (levels - 1)) * unit);
  let next = 0;
  return Float64Array.from(sums, (_, level) => {
    while (next < known.length && known[next] < level) next++;
    const [below, above] = [known[next - 1], known[next]];
    if (above === level || below === undefined) return meanAt(above);
    if (above === undefined) return meanAt(below);
    return meanAt(below) + ((level - below) / (above - below)) * (meanAt(above) - meanAt(below));
  });
}
