import { type F32, type IntegerImage, lightnessOf, maxValueOf } from "../../image/index.ts";
import { frameEdge, lightnessSteps } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import { floats, floatsOf } from "./cells.ts";
import { worstWindow } from "./detail.ts";
import { edgeRings } from "./params.ts";

const lightness = floatsOf(
  Float32Array.from({ length: lightnessSteps + 1 }, (_, i) => lightnessOf(i / lightnessSteps)),
);

/**
 * The clearest isolated edge over all frames in each block of a picture, and the rings of the frames there. Can be sent
 * to other threads.
 */
export interface FrameEdges {
  readonly columns: number;
  readonly rows: number;
  /** In the layout of the kernel `findEdges`. */
  readonly edges: F32;
  /** The largest ring of any frame at each edge, as a share of the step there. */
  readonly shown: Float32Array;
}

/** Finds edges in full-size frames with three channels; the caller keeps them. */
export async function findFrameEdges(
  frames: readonly IntegerImage[],
  context: StageContext,
): Promise<FrameEdges | undefined> {
  const [{ width, height, channels }] = frames;
  if (channels !== 3) return undefined;
  const blockPx = Math.max(edgeRings.minBlockPx, Math.ceil(Math.max(width, height) / edgeRings.blocksAcross));
  const [columns, rows] = [Math.ceil(width / blockPx), Math.ceil(height / blockPx)];
  const edges = floats(columns * rows * frameEdge.length);
  for (const { data: source } of frames) {
    const args = {
      source,
      lightness,
      edges,
      width,
      height,
      blockPx,
      spacing: edgeRings.spacing,
      max: maxValueOf(source),
      ...edgeRings.clear,
    };
    await context.kernels.run("findEdges", args, rows, edgeRings.bandRows);
  }
  const shown = new Float32Array(columns * rows);
  for (const frame of frames) {
    const profiles = await readProfiles(frame, { columns, rows, edges }, context);
    for (let i = 0; i < shown.length; i++) {
      const [step, ring] = [profiles[2 * i], profiles[2 * i + 1]];
      if (step >= edgeRings.lostBelow) shown[i] = Math.max(shown[i], ring / step);
    }
  }
  return { columns, rows, edges, shown };
}

/** Step and ring of a picture at each edge. */
async function readProfiles(
  { data: source, width, height }: IntegerImage,
  { columns, rows, edges }: Omit<FrameEdges, "shown">,
  { kernels }: StageContext,
): Promise<F32> {
  const rings = floats(2 * columns * rows);
  const args = { source, lightness, edges, rings, width, height, columns, max: maxValueOf(source) };
  await kernels.run("edgeRings", args, rows, edgeRings.bandRows);
  return rings;
}

export interface RingFacts {
  /** Share of edges with a ring that no frame shows. */
  readonly share: number;
  /** The same in the window with the largest share. */
  readonly worstShare: number;
}

/**
 * Excess of the ring along each of the frames' edges over that of any frame for the same step, L*; NaN without an edge,
 * or if the picture has lost it.
 */
export async function ringExcess(image: IntegerImage, found: FrameEdges, context: StageContext): Promise<Float32Array> {
  const profiles = await readProfiles(image, found, context);
  return found.shown.map((shown, i) => {
    const [step, ring] = [profiles[2 * i], profiles[2 * i + 1]];
    return step >= edgeRings.lostBelow ? ring - shown * step : Number.NaN;
  });
}

/** Finds light and dark rings along the frames' clearest edges in the full-size fused picture. */
export async function measureRings(image: IntegerImage, found: FrameEdges, context: StageContext): Promise<RingFacts> {
  const { columns, rows } = found;
  const excess = await ringExcess(image, found, context);
  const known = excess.map((each) => (Number.isNaN(each) ? 0 : 1));
  const ringed = excess.map((each) => (each > edgeRings.ringFrom ? 1 : 0));
  const sumOf = (values: Float32Array) => values.reduce((sum, each) => sum + each, 0);
  const share = sumOf(ringed) / Math.max(edgeRings.minEdges, sumOf(known));
  const worstShare = worstWindow(ringed, { width: columns, height: rows }, { of: known, least: edgeRings.minEdges });
  return { share, worstShare };
}
