import { type ArgsOf, declareKernel, integer, out, u8, u16 } from "../../declaration.ts";

/** Converts 16 bits to 8: round(x · 255 / 65535). `source` and `target` are rows of `rowSamples` samples. */
export const narrowArgs = declareKernel({
  args: {
    source: u16("rowSamples", "rowEnd"),
    target: out(u8("rowSamples", "rowEnd")),
    rowSamples: integer(1),
  },
});
export type NarrowArgs = ArgsOf<typeof narrowArgs>;
