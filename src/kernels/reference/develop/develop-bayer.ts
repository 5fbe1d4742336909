import type { F32, U8, U16 } from "../../../image/index.ts";
import { demosaicBayer } from "../demosaic/demosaic-bayer.ts";
import { developColor } from "./develop-color.ts";

/**
 * Bayer mosaic to display RGB in one go, for pictures that nothing else is done to in between: `demosaicBayer`, then `developColor`, then,
 * for a `target` of 8 bits, `narrow`; the bytes are theirs. The crop of `cropWidth` × `cropHeight` begins at (`left`, `top`) of the mosaic, which is
 * `width` × `height`; its pixel (x, y) goes to the target's pixel `start + x · stepX + y · stepY`. Rows are the crop's.
 */
export interface DevelopBayerArgs {
  readonly source: U16;
  readonly target: U8 | U16;
  readonly black: F32;
  readonly scale: F32;
  readonly curve: U16;
  readonly matrix: F32;
  readonly clip: F32;
  readonly width: number;
  readonly height: number;
  readonly redX: number;
  readonly redY: number;
  readonly left: number;
  readonly top: number;
  readonly cropWidth: number;
  readonly cropHeight: number;
  readonly start: number;
  readonly stepX: number;
  readonly stepY: number;
}

export function developBayer(args: DevelopBayerArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { target, width, height, left, top, cropWidth, start, stepX, stepY } = args;
  const linear = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  demosaicBayer({ ...args, target: linear }, top + rowBegin, top + rowEnd, cancel);
  const shown = new Uint16Array(new SharedArrayBuffer(cropWidth * args.cropHeight * 6));
  const { curve, matrix, clip } = args;
  const cut = { width: cropWidth, height: args.cropHeight, start: top * width + left, stepX: 1, stepY: width };
  developColor({ source: linear, target: shown, curve, matrix, clip, ...cut }, rowBegin, rowEnd, cancel);
  const isNarrow = target instanceof Uint8Array;
  for (let y = rowBegin; y < rowEnd; y++) {
    for (let x = 0; x < cropWidth; x++) {
      const [from, to] = [(y * cropWidth + x) * 3, (start + x * stepX + y * stepY) * 3];
      for (let c = 0; c < 3; c++) target[to + c] = isNarrow ? Math.round(shown[from + c] / 257) : shown[from + c];
    }
  }
}
