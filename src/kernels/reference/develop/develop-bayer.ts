import { type ArgsOf, declareKernel, f32, integer, out, samples, size, u16, wide } from "../../declaration.ts";
import { demosaicBayer } from "../demosaic/demosaic-bayer.ts";
import { developColor } from "./develop-color.ts";

/**
 * Bayer mosaic to display RGB in one go, for pictures that nothing else is done to in between: `demosaicBayer`, then
 * `developColor`, then, for a `target` of 8 bits, `narrow`; the bytes are theirs. The crop of `cropWidth` ×
 * `cropHeight` begins at (`left`, `top`) of the mosaic, which is `width` × `height`; its pixel (x, y) goes to the
 * target's pixel `start + x · stepX + y · stepY`. Rows are the crop's.
 */
export const developBayerArgs = declareKernel({
  rows: "cropHeight",
  args: {
    source: u16("width", "height"),
    target: out(samples("T")),
    black: f32(3),
    scale: f32(3),
    curve: u16(65536),
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    redX: integer(0, 1),
    redY: integer(0, 1),
    left: integer(0, "width - cropWidth"),
    top: integer(0, "height - cropHeight"),
    cropWidth: size,
    cropHeight: size,
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopBayerArgs = ArgsOf<typeof developBayerArgs>;

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
