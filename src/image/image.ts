import { EngineError } from "../errors/index.ts";
import type { ColorSpace } from "./color-space.ts";

/** Pixel storage: always over a SharedArrayBuffer, so that worker threads access it without a copy. */
export type U8 = Uint8Array<SharedArrayBuffer>;
export type U16 = Uint16Array<SharedArrayBuffer>;
export type F32 = Float32Array<SharedArrayBuffer>;
/** The sample types of pixel storage. */
export type Samples = U8 | U16 | F32;

/**
 * A picture: interleaved, row-major, no padding; `data.length === width * height * channels`.
 * 1.0 is 255 in a Uint8Array, 65535 in a Uint16Array, 1 in a Float32Array. Values above 1.0 are legal only in a
 * Float32Array of a linear space. The code that allocated `data` owns it; all other code only reads.
 */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Samples;
  readonly space: ColorSpace;
}

/** An image whose samples are integers: the output of decoders and the input of encoders. */
export interface IntegerImage extends Image {
  readonly data: U8 | U16;
}

/** The stored value of a sample of 1.0. */
export function maxValueOf(data: Samples): number {
  if (data instanceof Uint8Array) return 255;
  return data instanceof Uint16Array ? 65535 : 1;
}

/** Throws `internal` if the record contradicts itself. Stages call it on their inputs. */
export function validateImage(image: Image, stage: string): void {
  const { width, height, channels, data } = image;
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new EngineError("internal", `${stage}: an image must have positive integer sizes, got ${width} × ${height}`);
  }
  if (data.length !== width * height * channels) {
    const expected = `${width} × ${height} × ${channels} = ${width * height * channels}`;
    throw new EngineError("internal", `${stage}: expected ${expected} samples, got ${data.length}`);
  }
}
