import type { DevelopBayerArgs } from "../../../../src/kernels/declarations/develop.ts";
import { demosaicBayer } from "../demosaic/demosaic-bayer.ts";
import { developColor } from "./develop-color.ts";

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
