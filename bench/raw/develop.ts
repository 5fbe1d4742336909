import { withLibRaw } from "../../src/codecs/libraw-module.ts";
import { PixelPool } from "../../src/image/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { decode } from "../../src/stages/decode/index.ts";
import { InlineExecutor } from "../../src/workers/inline.ts";

/** A developed picture: display sRGB, 16 bits, interleaved. */
export interface Developed {
  readonly width: number;
  readonly height: number;
  readonly data: Uint16Array;
}

const { signal } = new AbortController();
const context: StageContext & { maxPixels: number } = {
  kernels: new InlineExecutor().kernels(signal),
  memory: new PixelPool(0),
  signal,
  maxPixels: 1e9,
  warn: () => {},
};

/** By the engine, without its tone curve. */
export async function developOurs(bytes: Uint8Array): Promise<Developed> {
  const { image } = await decode(bytes, { rawToneCurve: "linear" }, context);
  return { width: image.width, height: image.height, data: image.data as Uint16Array };
}

/** By LibRaw: `quality` 0 bilinear, 1 VNG, 3 AHD, 4 DCB, 11 DHT, 12 modified AHD. */
export async function developLibRaw(bytes: Uint8Array, quality: number): Promise<Developed> {
  const settings = {
    userQual: quality,
    adjustMaximumThr: 0,
    useCameraWb: true,
    outputColor: 1,
    outputBps: 16,
    noAutoBright: true,
    gamm: [1 / 2.4, 12.92, 0, 0, 0, 0],
    highlight: 0,
  };
  return withLibRaw(bytes, settings, (raw) => {
    const { width, height, data } = raw.imageData();
    return { width, height, data: Uint16Array.from(data) };
  });
}
