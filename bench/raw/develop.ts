import { readRaw } from "../../src/codecs/libraw/module.ts";
import { encodeSrgb, PixelPool } from "../../src/image/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { type DecodeOptionsInput, type DecodeResult, decode } from "../../src/stages/decode/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";

/** A developed picture: display sRGB, 16 bits, interleaved. */
export interface Developed {
  readonly width: number;
  readonly height: number;
  readonly data: Uint16Array;
}

const { signal } = new AbortController();
const maxPixels = 1e9;
const context: StageContext = {
  kernels: new InlineExecutor().kernels(signal),
  memory: new PixelPool(0),
  signal,
  warn: () => {},
};

/** Settings for scoring a demosaic: without tone curve and sharpening. */
const plain = { rawToneCurve: "linear", rawSharpening: "off" } as const;

/** Develops with the engine, without its tone curve. */
export function developOurs(bytes: Uint8Array): Promise<Developed> {
  return developAs(bytes, plain);
}

/** Develops with all facts; `image` has 16 bits. */
export function developFacts(bytes: Uint8Array, options: DecodeOptionsInput): Promise<DecodeResult> {
  return decode({ source: bytes, maxPixels }, { ...plain, ...options }, context);
}

export async function developAs(bytes: Uint8Array, options: DecodeOptionsInput): Promise<Developed> {
  const { image } = await decode({ source: bytes, maxPixels }, options, context);
  return { width: image.width, height: image.height, data: image.data as Uint16Array };
}

const displayOf = Uint16Array.from({ length: 65_536 }, (_, value) => Math.round(encodeSrgb(value / 65_535) * 65_535));

/** Develops with LibRaw: AHD for Bayer, Markesteijn in three passes for X-Trans. */
export function developLibRaw(bytes: Uint8Array): Developed {
  return readRaw(bytes, (file) => {
    file.unpack();
    const { width, height, data } = file.develop(false);
    return { width, height, data: data.map((value) => displayOf[value]) };
  });
}
