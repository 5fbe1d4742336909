import type { IntegerImage, PixelMemory } from "../../image/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { type PhotoSet, turnedImage } from "../finding/index.ts";

/** Frames that an editor cropped differently are merged where their sides differ by up to this share. */
const mostCroppedShare = 0.02;

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
 * The decoded frames of a set, each turned as the set says and cropped to the size that all have; what lies at the
 * edges of one alone is aligned later. Frames whose sides differ by more than 2 % keep their sizes, which `align`
 * refuses. Ends the leases of pictures that it replaces.
 */
export function fitFrames(decoded: readonly DecodedFrame[], set: PhotoSet, memory: PixelMemory): DecodedFrame[] {
  const turned = decoded.map((frame, i) => {
    const { turn } = set.frames[i];
    return turn === undefined ? frame : replaced(frame, turnedImage(frame.image, turn, memory), memory);
  });
  const common = commonSize(turned.map(({ image }) => image));
  if (common === undefined) return turned;
  return turned.map((frame) => {
    const { width, height } = frame.image;
    if (width === common.width && height === common.height) return frame;
    return replaced(frame, cropped(frame.image, common, memory), memory);
  });
}

function replaced(frame: DecodedFrame, image: IntegerImage, memory: PixelMemory): DecodedFrame {
  memory.release(frame.image.data);
  return { ...frame, image };
}

/** `undefined` where sizes differ too much. */
function commonSize(sizes: readonly Size[]): Size | undefined {
  const widths = sizes.map(({ width }) => width);
  const heights = sizes.map(({ height }) => height);
  const common = { width: Math.min(...widths), height: Math.min(...heights) };
  const isNear = (least: number, most: number) => most - least <= mostCroppedShare * most;
  return isNear(common.width, Math.max(...widths)) && isNear(common.height, Math.max(...heights)) ? common : undefined;
}

/** Its middle: which edge an editor cut is not known. */
function cropped(image: IntegerImage, { width, height }: Size, memory: PixelMemory): IntegerImage {
  const { data, channels } = image;
  const target =
    data instanceof Uint16Array ? memory.u16(width * height * channels) : memory.u8(width * height * channels);
  const [left, top] = [(image.width - width) >> 1, (image.height - height) >> 1];
  const row = width * channels;
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * image.width + left) * channels;
    target.set(data.subarray(from, from + row), y * row);
  }
  return { ...image, width, height, data: target };
}
