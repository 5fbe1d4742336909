import { type ArgsOf, declareKernel, f32, number, out, samples, sizeFrom } from "../../declaration.ts";
import { frameEdge, lightnessSteps } from "./find-edges.ts";

/**
 * What a picture (`source`, width × height × 3) shows at the `edges` of its frames, `columns` a row, as the kernel
 * `findEdges` writes them. `rings`: step, in the direction of the frame's, and ring, L*; both 0 without an edge.
 */
export const edgeRingsArgs = declareKernel({
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    lightness: f32(lightnessSteps + 1),
    edges: f32("columns", "rowEnd", frameEdge.length),
    rings: out(f32("columns", "rowEnd", 2)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    columns: sizeFrom(1),
    max: number,
  },
});
export type EdgeRingsArgs = ArgsOf<typeof edgeRingsArgs>;
