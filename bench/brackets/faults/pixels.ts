import { decodeSrgb, encodeSrgb, type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { Dice } from "../../dice.ts";

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A writable copy. */
export function copyOf(image: IntegerImage): IntegerImage {
  const { data } = image;
  const buffer = new SharedArrayBuffer(data.byteLength);
  const copy = data instanceof Uint8Array ? new Uint8Array(buffer) : new Uint16Array(buffer);
  copy.set(data);
  return { ...image, data: copy };
}

/**
 * A copy with the pixels of an area changed; `alter` modifies r, g, b of a pixel in place, as display values, 0 to 1.
 */
export function change(
  image: IntegerImage,
  area: Area,
  alter: (rgb: Float64Array, x: number, y: number) => void,
): IntegerImage {
  const result = copyOf(image);
  const most = maxValueOf(result.data);
  const rgb = new Float64Array(3);
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = 3 * (y * image.width + x);
      for (let c = 0; c < 3; c++) rgb[c] = image.data[at + c] / most;
      alter(rgb, x, y);
      for (let c = 0; c < 3; c++) result.data[at + c] = Math.round(most * Math.min(1, Math.max(0, rgb[c])));
    }
  }
  return result;
}

export function wholeOf({ width, height }: IntegerImage): Area {
  return { left: 0, top: 0, width, height };
}

export function shareOf({ width, height }: Area, image: IntegerImage): number {
  return (width * height) / (image.width * image.height);
}

/** A random rectangle that covers a share of the picture. */
export function drawArea(image: IntegerImage, dice: Dice, share: number): Area {
  const shape = 2 ** dice.between(-0.7, 0.7);
  const width = Math.min(image.width, Math.round(Math.sqrt(share * image.width * image.height * shape)));
  const height = Math.min(image.height, Math.round((share * image.width * image.height) / width));
  return { left: dice.whole(0, image.width - width), top: dice.whole(0, image.height - height), width, height };
}

/** The random rectangle with the highest value of `worth`. */
export function bestArea(
  image: IntegerImage,
  seed: number,
  share: number,
  worth: (rgb: readonly [number, number, number]) => number,
): Area {
  const dice = new Dice(seed);
  const most = maxValueOf(image.data);
  let best = drawArea(image, dice, share);
  let highest = -Infinity;
  for (let attempt = 0; attempt < 24; attempt++) {
    const area = drawArea(image, dice, share);
    let sum = 0;
    for (let i = 0; i < 256; i++) {
      const x = area.left + Math.floor(((i % 16) * area.width) / 16);
      const y = area.top + Math.floor((Math.floor(i / 16) * area.height) / 16);
      const at = 3 * (y * image.width + x);
      sum += worth([image.data[at] / most, image.data[at + 1] / most, image.data[at + 2] / most]);
    }
    if (sum > highest) [best, highest] = [area, sum];
  }
  return best;
}

/** 1 for mid-tones, which show most faults best; 0 for darker and brighter colours. */
export function isMiddle([r, g, b]: readonly [number, number, number]): number {
  const luma = 0.3 * r + 0.6 * g + 0.1 * b;
  return luma > 0.2 && luma < 0.85 ? 1 : 0;
}

export function lumaOf(rgb: ArrayLike<number>): number {
  return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
}

/** Multiplies the light of a display value. */
export function lit(display: number, gain: number): number {
  return encodeSrgb(Math.min(1, decodeSrgb(display) * gain));
}

/** A copy of the whole picture, blurred by a Gaussian of display values. */
export function blurred(image: IntegerImage, sigmaPx: number): IntegerImage {
  const reach = Math.ceil(3 * sigmaPx);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigmaPx ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { width, height } = image;
  const rows = new Float32Array(image.data.length);
  const result = copyOf(image);
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [r, g, b] = [0, 0, 0];
      for (let k = -reach; k <= reach; k++) {
        const at = 3 * (y * width + within(x + k, width - 1));
        const weight = weights[k + reach];
        r += weight * image.data[at];
        g += weight * image.data[at + 1];
        b += weight * image.data[at + 2];
      }
      rows.set([r / total, g / total, b / total], 3 * (y * width + x));
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [r, g, b] = [0, 0, 0];
      for (let k = -reach; k <= reach; k++) {
        const at = 3 * (within(y + k, height - 1) * width + x);
        const weight = weights[k + reach];
        r += weight * rows[at];
        g += weight * rows[at + 1];
        b += weight * rows[at + 2];
      }
      const at = 3 * (y * width + x);
      result.data[at] = Math.round(r / total);
      result.data[at + 1] = Math.round(g / total);
      result.data[at + 2] = Math.round(b / total);
    }
  }
  return result;
}

/** Mean absolute change over the picture, in display values with full scale 1. */
export function meanChange(a: IntegerImage, b: IntegerImage): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i] - b.data[i]);
  return sum / a.data.length / maxValueOf(a.data);
}
