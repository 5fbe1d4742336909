import type { IntegerImage } from "../../image/index.ts";
import {
  correctPoint,
  findLineSegments,
  type LensCorrection,
  type LineSegment,
  shrinkToEdge,
} from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { analysisEdgePx, edgeSigma, search } from "./params.ts";
import type { Edge } from "./tilt.ts";

/** Straight edges of a picture, at their positions after lens correction. */
export interface FoundEdges {
  /** Edges that may be upright in the scene. */
  readonly steep: readonly Edge[];
  /** Edges that may be level in the scene. */
  readonly flat: readonly Edge[];
}

/** Straight edges in a small copy of a picture, in pixels of the copy. */
export interface FoundSegments {
  readonly steep: readonly LineSegment[];
  readonly flat: readonly LineSegment[];
  /** Size of the copy; `factor` is the number of picture pixels in one of its pixels, along each axis. */
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

/**
 * Finds the straight edges of a picture; `image` may be a copy of it in which a pixel averages `copyFactor`² of its
 * pixels.
 */
export async function findSegments(image: IntegerImage, context: StageContext, copyFactor = 1): Promise<FoundSegments> {
  const small = await shrinkToEdge(image, analysisEdgePx, context);
  const { width, height, factor } = small;
  const longerEdge = Math.max(width, height);
  const steep = await findLineSegments(small, search.steep, search.minLength.steep * longerEdge, context);
  const flat = await findLineSegments(small, search.flat, search.minLength.flat * longerEdge, context);
  context.memory.release(small.data);
  return { steep, flat, width, height, factor: factor * copyFactor };
}

/** Converts segments found in a picture of this size to edges. */
export function edgesOf(
  { steep, flat, factor, ...small }: FoundSegments,
  { width, height }: Pick<IntegerImage, "width" | "height">,
  correction: LensCorrection | undefined,
  focalPx: number,
): FoundEdges {
  const longerEdge = Math.max(small.width, small.height);
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  const toView = (x: number, y: number) => {
    const full = { x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5 };
    const ideal = correction ? correctPoint(correction, full.x, full.y) : full;
    return { x: (ideal.x - centerX) / focalPx, y: (ideal.y - centerY) / focalPx };
  };
  const toEdge = (segment: LineSegment) => edgeOf(segment, longerEdge, toView);
  return { steep: steep.map(toEdge), flat: flat.map(toEdge) };
}

function edgeOf(
  segment: LineSegment,
  longerEdge: number,
  toView: (x: number, y: number) => { readonly x: number; readonly y: number },
): Edge {
  const { x1, y1, x2, y2, lengthPx, angleSigma } = segment;
  const [from, to] = [toView(x1, y1), toView(x2, y2)];
  const norm = Math.hypot(to.x - from.x, to.y - from.y);
  return {
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    directionX: (to.x - from.x) / norm,
    directionY: (to.y - from.y) / norm,
    length: lengthPx / longerEdge,
    sigma: Math.hypot(edgeSigma.scene, edgeSigma.positionPx / lengthPx, angleSigma),
  };
}
