import { type ArgsOf, declareKernel, f32, number, out, samples, sizeFrom } from "../../declaration.ts";
import { frameEdge, lightnessSteps } from "./find-edges.ts";

/** Measures a picture at the edges that `findEdges` found in its frames. Rows are rows of edges. */
export const edgeRingsArgs = declareKernel({
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    /** CIELAB lightness of display values 0 to 1. */
    lightness: f32(lightnessSteps + 1),
    /** One {@link frameEdge} each. */
    edges: f32("columns", "rowEnd", frameEdge.length),
    /**
     * For each edge, its step (positive in the direction of the frame's step) and its ring, in L*; both 0 without an
     * edge.
     */
    rings: out(f32("columns", "rowEnd", 2)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    /** Edges a row. */
    columns: sizeFrom(1),
    /** Full scale of `source`. */
    max: number,
  },
});
export type EdgeRingsArgs = ArgsOf<typeof edgeRingsArgs>;
