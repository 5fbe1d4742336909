import type { IntegerImage } from "../../image/index.ts";
import {
  correctPoint,
  findLineSegments,
  type LensCorrection,
  type LineSegment,
  shrinkToEdge,
} from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Edge } from "./edge.ts";

/** Long enough for angles to a tenth of a degree, small enough to be quick. */
export const ANALYSIS_EDGE_PX = 1200;

/** Lines further from vertical are not upright edges of a picture that would be corrected. */
const STEEP = { around: "vertical", toleranceDeg: 27 } as const;

/** Level edges lie on all other sides: they run towards their vanishing points. */
const FLAT = { around: "horizontal", toleranceDeg: 60 } as const;

/** As part of the picture's longer edge; shorter pieces are mostly texture. */
const MIN_LENGTH = { steep: 0.03, flat: 0.05 };

/** The standard error of an edge's angle: what rooms and lenses are off, and half a pixel over its length. */
const SCENE_SIGMA = (0.2 * Math.PI) / 180;
const POSITION_SIGMA_PX = 0.3;

/** Straight edges of a picture, at their positions after the lens is corrected. */
export interface FoundEdges {
  /** Those that may be pictures of upright ones. */
  readonly steep: readonly Edge[];
  /** Those that may be pictures of level ones. */
  readonly flat: readonly Edge[];
}

/** Straight edges in a small copy of a picture, in its pixels. */
export interface FoundSegments {
  readonly steep: readonly LineSegment[];
  readonly flat: readonly LineSegment[];
  /** Size of the copy, and pixels of the picture by pixels of it. */
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

/** Finds the straight edges of a picture; `image` may be a copy of it, one of whose pixels averages `copyFactor`². */
export async function findSegments(image: IntegerImage, context: StageContext, copyFactor = 1): Promise<FoundSegments> {
  const small = await shrinkToEdge(image, ANALYSIS_EDGE_PX, context);
  const { width, height, factor } = small;
  const longerEdge = Math.max(width, height);
  const steep = await findLineSegments(small, STEEP, MIN_LENGTH.steep * longerEdge, context);
  const flat = await findLineSegments(small, FLAT, MIN_LENGTH.flat * longerEdge, context);
  context.memory.release(small.data);
  return { steep, flat, width, height, factor: factor * copyFactor };
}

/** The edges of segments that were found in a picture of this size. */
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
    sigma: Math.hypot(SCENE_SIGMA, POSITION_SIGMA_PX / lengthPx, angleSigma),
  };
}
