import { type ArgsOf, declareKernel, out, size, u16 } from "../../declaration.ts";

/**
 * One Gaussian pyramid step (5 × 5 binomial, reflect-101) over planes of 16-bit samples: `planes` × height × width to
 * `planes` × ⌈height/2⌉ × ⌈width/2⌉. Rows are target rows, one plane after the other (planes × target height).
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
