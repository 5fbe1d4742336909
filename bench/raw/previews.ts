import { readFileSync } from "node:fs";
import sharp from "sharp";
import { containerOrientation, decodeEmbeddedJpeg, findEmbeddedJpegs } from "../../src/codecs/raw/preview.ts";
import { decodeSrgb, encodeSrgb, PixelPool } from "../../src/image/index.ts";
import type { DecodeOptionsInput } from "../../src/stages/decode/index.ts";
import { testContext } from "../../test/support/context.ts";
import { deltaE00, labOf } from "../fusion/color-difference.ts";
import { developAs } from "./develop.ts";

/** Longer edge of the compared pictures, so small that sharpening, noise and a shift by a pixel have no effect. */
const edgePx = 96;

/** Maximum relative difference of a preview's aspect ratio; others are tiles of lossy sensor data. */
const sameShape = 0.03;

type Sized = Readonly<{ width: number; height: number; data: Uint8Array | Uint16Array }>;

/** Mean ΔE00 between a developed RAW and the camera's own picture in the same file. */
export interface Difference {
  readonly delivered: number;
  /** After one gain in linear light. */
  readonly matched: number;
}

export async function differenceFromPreview(
  path: string,
  options: DecodeOptionsInput = {},
): Promise<Difference | undefined> {
  const bytes = readFileSync(path);
  const { width, height, data } = await developAs(bytes, { rawDenoise: "off", ...options });
  const shape = (one: { width: number; height: number }) =>
    Math.max(one.width, one.height) / Math.min(one.width, one.height);
  const own = shape({ width, height });
  const preview = findEmbeddedJpegs(bytes).find((one) => Math.abs(shape(one) / own - 1) < sameShape);
  if (!preview) return undefined;
  const request = { memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 1e9, warn: () => {} };
  const camera = await decodeEmbeddedJpeg(bytes, preview, containerOrientation(bytes), request);
  const [ours, theirs] = await Promise.all([small({ width, height, data }), small(camera)]);
  const matched = distance(ours, theirs, luminanceOf(theirs) / luminanceOf(ours));
  return { delivered: distance(ours, theirs, 1), matched };
}

function distance(ours: Buffer, theirs: Buffer, gain: number): number {
  let sum = 0;
  for (let i = 0; i < ours.length; i += 3) {
    const matched = [0, 1, 2].map((c) => encodeSrgb(Math.min(1, gain * decodeSrgb(ours[i + c] / 255))));
    const there = [theirs[i] / 255, theirs[i + 1] / 255, theirs[i + 2] / 255] as const;
    sum += deltaE00(labOf(matched as unknown as [number, number, number]), labOf(there));
  }
  return sum / (ours.length / 3);
}

function small({ width, height, data }: Sized): Promise<Buffer> {
  const eight = data instanceof Uint8Array ? data : Uint8Array.from(data, (value) => Math.round(value / 257));
  const picture = sharp(eight, { raw: { width, height, channels: 3 } });
  return picture.resize(edgePx, edgePx, { fit: "fill", kernel: "mitchell" }).removeAlpha().raw().toBuffer();
}

function luminanceOf(rgb: Buffer): number {
  let sum = 0;
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i], rgb[i + 1], rgb[i + 2]].map((value) => decodeSrgb(value / 255));
    sum += 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  return sum;
}
