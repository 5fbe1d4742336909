import type { IntegerImage } from "../../../src/image/index.ts";
import { Dice } from "../../dice.ts";
import { blurred, change, copyOf, lit, wholeOf } from "./pixels.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** A fault of a bracket's files. */
export interface FrameFault {
  readonly name: string;
  /** The weakest planted strength, in words. */
  readonly weakest: string;
  /** `strength`: 0 for the weakest, 1 for the strongest; `other`: frames of another scene. */
  plant(frames: Frames, strength: number, seed: number, other: Frames): Frames;
}

/** Interpolates geometrically from `low` to `high`, for a strength of 0 to 1. */
export const between = (low: number, high: number, strength: number) => low * (high / low) ** strength;

/** Faults of input that the whole of `merge` has to report. */
export const frameFaults: readonly FrameFault[] = [
  {
    name: "reference frame blurred",
    weakest: "a Gaussian of 1/360 of the width (σ)",
    plant: (frames, strength) =>
      replace(frames, middleOf(frames), (frame) => blurred(frame, (between(1, 4, strength) * frame.width) / 360)),
  },
  {
    name: "white balance differs",
    weakest: "red up and blue down by 20 % in one frame",
    plant: (frames, strength, seed) => {
      const by = between(1.2, 1.6, strength) ** (new Dice(seed).chance(0.5) ? 1 : -1);
      return replace(frames, middleOf(frames), (frame) =>
        change(frame, wholeOf(frame), (rgb) => {
          rgb[0] = lit(rgb[0], by);
          rgb[2] = lit(rgb[2], 1 / by);
        }),
      );
    },
  },
  {
    name: "frame cut short, rest grey",
    weakest: "the last tenth of the rows",
    plant: (frames, strength, seed) =>
      replace(frames, new Dice(seed).whole(0, frames.length - 1), (frame) => {
        const rows = Math.round(frame.height * between(0.1, 0.7, strength));
        const grey = { left: 0, top: frame.height - rows, width: frame.width, height: rows };
        return change(frame, grey, (rgb) => rgb.fill(128 / 255));
      }),
  },
  {
    name: "all frames over-exposed",
    weakest: "over half of the scene white in every frame",
    plant: (frames, strength) => exposeAll(frames, (frame) => whiteShare(frame) > 0.5 + 0.35 * strength, 2),
  },
  {
    name: "all frames under-exposed",
    weakest: "over nine tenths of the scene below 6 % of full scale in every frame",
    plant: (frames, strength) => exposeAll(frames, (frame) => blackShare(frame) > 0.9 + 0.08 * strength, 1 / 2),
  },
  {
    name: "frame turned by 90°",
    weakest: "one of the frames",
    plant: (frames, _strength, seed) => replace(frames, new Dice(seed).whole(0, frames.length - 1), turn),
  },
  {
    name: "frame of another scene",
    weakest: "one of the frames",
    plant: (frames, _strength, seed, other) => {
      const which = new Dice(seed).whole(0, frames.length - 1);
      return replace(frames, which, (frame) => fitTo(other[Math.min(which, other.length - 1)], frame));
    },
  },
];

function replace(frames: Frames, index: number, make: (frame: IntegerImage) => IntegerImage): Frames {
  return frames.map((frame, i) => (i === index ? make(frame) : frame)) as unknown as Frames;
}

/** The frame that contributes most of the picture. */
function middleOf(frames: Frames): number {
  const distances = frames.map(({ data }) => {
    let sum = 0;
    for (const value of data) sum += value;
    return Math.abs(sum / data.length - 110);
  });
  return distances.indexOf(Math.min(...distances));
}

/** Multiplies the light in steps until each frame meets the condition of the fault. */
function exposeAll(frames: Frames, isSo: (frame: IntegerImage) => boolean, factor: number): Frames {
  return frames.map((frame) => {
    let result = frame;
    for (let gain = factor; !isSo(result) && gain < 2 ** 12 && gain > 2 ** -12; gain *= factor) {
      const table = Uint8Array.from({ length: 256 }, (_, i) => Math.round(255 * lit(i / 255, gain)));
      result = copyOf(frame);
      for (let i = 0; i < result.data.length; i++) result.data[i] = table[frame.data[i]];
    }
    return result;
  }) as unknown as Frames;
}

function whiteShare({ data }: IntegerImage): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 3) if (Math.min(data[i], data[i + 1], data[i + 2]) >= 250) count++;
  return (3 * count) / data.length;
}

function blackShare({ data }: IntegerImage): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 3) if (Math.max(data[i], data[i + 1], data[i + 2]) < 15) count++;
  return (3 * count) / data.length;
}

function turn(image: IntegerImage): IntegerImage {
  const { width, height, data } = image;
  const result = copyOf(image);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = 3 * ((width - 1 - x) * height + y);
      for (let c = 0; c < 3; c++) result.data[to + c] = data[3 * (y * width + x) + c];
    }
  }
  return { ...result, width: height, height: width };
}

/** Resizes a picture to the size of another, by nearest neighbour. */
function fitTo(source: IntegerImage, like: IntegerImage): IntegerImage {
  const result = copyOf(like);
  for (let y = 0; y < like.height; y++) {
    const row = Math.floor((y * source.height) / like.height) * source.width;
    for (let x = 0; x < like.width; x++) {
      const from = 3 * (row + Math.floor((x * source.width) / like.width));
      for (let c = 0; c < 3; c++) result.data[3 * (y * like.width + x) + c] = source.data[from + c];
    }
  }
  return result;
}
