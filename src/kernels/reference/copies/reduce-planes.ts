import { type ArgsOf, declareKernel, out, size, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";
import { half, reduce } from "./pyramid-rows.ts";

/**
 * One Gaussian pyramid step (5 × 5 binomial, reflect-101) over planes of 16-bit samples: `planes` × height × width to
 * `planes` × ⌈height/2⌉ × ⌈width/2⌉. Rows are the target's, one plane after the other (planes × target height).
 */
export const reducePlanesArgs = declareKernel({
  rows: "(height + 1) / 2 * planes",
  args: {
    source: u16("width", "height", "planes"),
    target: out(u16("(width + 1) / 2", "(height + 1) / 2", "planes")),
    width: size,
    height: size,
    planes: size,
  },
});
export type ReducePlanesArgs = ArgsOf<typeof reducePlanesArgs>;

export function reducePlanes(args: ReducePlanesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, planes } = args;
  const targetHeight = half(height);
  for (let index = 0; index < planes; index++) {
    pollCancel(cancel);
    const first = Math.max(rowBegin, index * targetHeight);
    const end = Math.min(rowEnd, (index + 1) * targetHeight);
    if (first >= end) continue;
    const plane = reduce({
      width,
      height,
      data: source.subarray(index * width * height, (index + 1) * width * height),
    });
    for (let row = first; row < end; row++) {
      const from = (row - index * targetHeight) * plane.width;
      for (let x = 0; x < plane.width; x++) target[row * plane.width + x] = plane.data[from + x] + 0.5;
    }
  }
}
