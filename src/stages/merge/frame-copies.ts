import type { F32, IntegerImage, U16 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";

/** Longer edge, at most, of the finer copies; the coarser ones have half of it. */
const fineEdgePx = 1500;
/** Parts that a pass over one frame is cut in; frames are processed in parallel. */
const bands = 4;

/** Small copies of frames of one size, a list entry a frame. */
export interface FrameCopies extends FineCopies {
  /** Rec. 601 luma, display values 0 to 1, width × height. */
  readonly lumas: readonly F32[];
  /** The largest of the three channels there: what clips first. */
  readonly peaks: readonly F32[];
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that one pixel of these averages. */
  readonly factor: number;
}

export interface FineCopies {
  /** Luma again, 65535 = full scale, fineWidth × fineHeight. */
  readonly fine: readonly U16[];
  readonly fineWidth: number;
  readonly fineHeight: number;
  readonly fineFactor: number;
}

/**
 * All that is judged and planned on small copies, in one pass over each frame. The caller releases what is no longer
 * needed.
 */
export async function copyFrames(
  frames: readonly IntegerImage[],
  { kernels, memory }: StageContext,
): Promise<FrameCopies> {
  const [first] = frames;
  const shorter = Math.min(first.width, first.height);
  const wanted = Math.ceil(Math.max(first.width, first.height) / fineEdgePx);
  const fineFactor = Math.min(64, shorter, wanted);
  const coarsening = 2 * fineFactor <= shorter ? 2 : 1;
  const factor = fineFactor * coarsening;
  const [fineWidth, fineHeight] = [first.width, first.height].map((size) => Math.floor(size / fineFactor));
  const [width, height] = [fineWidth, fineHeight].map((size) => Math.floor(size / coarsening));
  const copies = frames.map(() => ({
    fine: memory.u16(fineWidth * fineHeight),
    luma: memory.f32(width * height),
    peak: memory.f32(width * height),
  }));
  const rows = Math.ceil(fineHeight / coarsening);
  await Promise.all(
    frames.map((frame, i) => {
      const sizes = { width: frame.width, height: frame.height, factor: fineFactor, coarsening } as const;
      return kernels.run("lumaCopies", { source: frame.data, ...copies[i], ...sizes }, rows, Math.ceil(rows / bands));
    }),
  );
  return {
    fine: copies.map(({ fine }) => fine),
    lumas: copies.map(({ luma }) => luma),
    peaks: copies.map(({ peak }) => peak),
    ...{ fineWidth, fineHeight, fineFactor, width, height, factor },
  };
}
