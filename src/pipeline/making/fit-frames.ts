import { type IntegerImage, maxValueOf, type Orientation, type PixelMemory, turnInto } from "../../image/index.ts";
import { alignSpheres, type SphereRotation } from "../../stages/align/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { type PhotoSet, turnedImage } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { BegunPyramids, SmallCopies } from "./small-copies.ts";

/** Maximum relative difference between the sides of frames that an editor cropped differently, for merging. */
const maxCroppedShare = 0.02;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether frames of the set are turned or cropped before they can be compared pixel by pixel. */
export function needsFitting({ frames }: PhotoSet): boolean {
  const [{ inspection: first }] = frames;
  return frames.some(
    ({ turn, inspection: { width, height } }) => turn || width !== first.width || height !== first.height,
  );
}

/**
 * The decoded frames of a set, turned to its orientation and cropped to a common size; remaining offsets are aligned
 * later. Frames whose sides differ by more than 2 % keep their sizes, which `align` refuses. Ends the leases of
 * pictures that it replaces.
 */
export function fitFrames(decoded: readonly DecodedFrame[], set: PhotoSet, memory: PixelMemory): DecodedFrame[] {
  const turned = decoded.map((frame, i) => {
    const { turn } = set.frames[i];
    if (turn === undefined) return frame;
    const opaque = frame.opaque && turnedMask(frame.opaque, frame.image, turn);
    return replaced(frame, turnedImage(frame.image, turn, memory), opaque, memory);
  });
  const common = commonSize(turned.map(({ image }) => image));
  if (common === undefined) return turned;
  return turned.map((frame) => {
    const { width, height } = frame.image;
    if (width === common.width && height === common.height) return frame;
    const opaque = frame.opaque && croppedMask(frame.opaque, frame.image, common);
    return replaced(frame, cropped(frame.image, common, memory), opaque, memory);
  });
}

function replaced(
  frame: DecodedFrame,
  image: IntegerImage,
  opaque: Uint8Array | undefined,
  memory: PixelMemory,
): DecodedFrame {
  memory.release(frame.image.data);
  return { ...frame, image, ...(opaque && { opaque }) };
}

function turnedMask(mask: Uint8Array, { width, height }: Size, turn: Orientation): Uint8Array {
  const target = new Uint8Array(mask.length);
  turnInto({ data: mask, width, height, channels: 1 }, turn, target);
  return target;
}

/** The common size; `undefined` if sizes differ too much. */
function commonSize(sizes: readonly Size[]): Size | undefined {
  const widths = sizes.map(({ width }) => width);
  const heights = sizes.map(({ height }) => height);
  const common = { width: Math.min(...widths), height: Math.min(...heights) };
  const isNear = (least: number, most: number) => most - least <= maxCroppedShare * most;
  return isNear(common.width, Math.max(...widths)) && isNear(common.height, Math.max(...heights)) ? common : undefined;
}

/** Crops to the centre, because it is unknown which edge an editor cut. */
function cropped(image: IntegerImage, size: Size, memory: PixelMemory): IntegerImage {
  const { data, channels } = image;
  const samples = size.width * size.height * channels;
  const target = data instanceof Uint16Array ? memory.u16(samples) : memory.u8(samples);
  copyMiddle<Uint8Array | Uint16Array>({ ...image, data, channels }, size, target);
  return { ...image, ...size, data: target };
}

function croppedMask(mask: Uint8Array, { width, height }: Size, size: Size): Uint8Array {
  const target = new Uint8Array(size.width * size.height);
  copyMiddle({ data: mask, width, height, channels: 1 }, size, target);
  return target;
}

function copyMiddle<T extends Uint8Array | Uint16Array>(
  from: Size & { readonly data: T; readonly channels: number },
  { width, height }: Size,
  target: T,
): void {
  const [left, top] = [(from.width - width) >> 1, (from.height - height) >> 1];
  const row = width * from.channels;
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * from.width + left) * from.channels;
    target.set(from.data.subarray(start, start + row), y * row);
  }
}

interface Known {
  /** ev100 of each frame, if known. */
  readonly exposuresEv: readonly (number | undefined)[];
  readonly names: readonly string[];
  /** The frame that the caller chose as the reference. */
  readonly chosen: number | undefined;
  /** Receives the copies of the returned frames. */
  readonly copies: SmallCopies;
  /** Pyramids of frames that are not rotated. */
  readonly pyramids: BegunPyramids;
}

/**
 * Rotates the spheres of a bracket to one orientation, before they are compared pixel by pixel. A single frame, and
 * frames of different sizes, which `align` refuses, are returned unchanged.
 */
export async function levelSpheres(
  decoded: readonly DecodedFrame[],
  { exposuresEv, names, chosen, copies, pyramids }: Known,
  options: ResolvedOptions,
  context: StageContext,
): Promise<{ readonly frames: readonly DecodedFrame[]; readonly rotations?: readonly SphereRotation[] }> {
  const images = decoded.map(({ image }) => image);
  const [{ width, height }] = images;
  const areAlike = images.every((image) => image.width === width && image.height === height && image.channels === 3);
  if (!areAlike || images.length === 1 || !options.align.align) return { frames: decoded };
  const small = await copies.of(images);
  const own = await Promise.all(small.map((copy) => pyramids.of(copy, width)));
  const toAlign = { frames: images, pyramids: own, exposuresEv, names, chosen };
  const { frames, rotations } = await alignSpheres(toAlign, context);
  copies.drop(images.flatMap((image, i) => (frames[i] === image ? [] : [image.data])));
  return { frames: decoded.map((frame, i) => ({ ...frame, image: frames[i] })), rotations };
}

/** Number of levels at which tones are compared; 16-bit values are interpolated. */
const levels = 256;
/** Sampling stride in pixels for tones and brightness. */
const readStride = 7;

/**
 * Fills transparent areas of frames, such as the borders that programs leave when they align them: with the content of
 * the frame nearest in brightness, mapped to the tones of the filled frame. Changes the frames' pixels. Areas that are
 * transparent in every frame, and those of a single frame, stay white, with a warning. Frames of different sizes are
 * not changed; later stages refuse them.
 */
export function fillTransparent(frames: readonly DecodedFrame[], context: Pick<StageContext, "warn">): void {
  if (!frames.some(({ opaque }) => opaque) || frames.length < 2) return;
  const [{ image: first }] = frames;
  const areAlike = frames.every(({ image }) => image.width === first.width && image.height === first.height);
  if (!areAlike) return;
  const means = frames.map(meanOf);
  // Read all tones before changing any frame.
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
  /** For each channel and level of `from`, the mean value of the frame at the same pixels. */
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

/** Tone curves, read where both frames are opaque; missing levels are interpolated. */
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
