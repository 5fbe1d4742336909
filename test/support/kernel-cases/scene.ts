import type { KernelCases } from "./case.ts";
import { i8, i32Of, u8 } from "./views.ts";

// The layers of small neural networks.

const [fineWidth, fineHeight, fineChannels, outChannels] = [37, 23, 5, 6];
const bias = () => i32Of(Array.from({ length: outChannels }, (_, i) => 9000 * i - 20_000));
const factors = () => i32Of(Array.from({ length: outChannels }, (_, i) => 2 ** 22 + i));
const noCoarse = { coarseWidth: 0, coarseHeight: 0, coarseChannels: 0 };
const coarseOf = (coarseWidth: number, coarseHeight: number, coarseChannels: number) => ({
  ...{ coarse: u8(coarseWidth * coarseHeight * coarseChannels, 2), coarseWidth, coarseHeight, coarseChannels },
});

export const sceneCases: KernelCases<"convolve"> = {
  convolve: (
    [
      [3, 2, 0, () => noCoarse],
      [3, 1, 1, () => coarseOf(9, 6, 3)],
      [1, 1, 0, () => coarseOf(1, 1, 4)],
    ] as const
  ).map(([side, stride, wrapX, coarse]) => {
    const [width, rows] = [fineWidth, fineHeight].map((size) => Math.ceil(size / stride));
    const channels = fineChannels + coarse().coarseChannels;
    return {
      rows,
      makeArgs: () => ({
        ...{ fine: u8(fineWidth * fineHeight * fineChannels, 1), fineWidth, fineHeight, fineChannels, ...coarse() },
        ...{ weights: i8(outChannels * side ** 2 * channels, 3), bias: bias(), factors: factors(), outChannels },
        ...{ target: u8(width * rows * outChannels), side, stride, wrapX, shift: 32, zero: 100 },
      }),
    };
  }),
};
