import type { F32, IntegerImage, U16 } from "../../image/index.ts";
import { numbersIn } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { LightTables } from "./camera-curve.ts";
import { bands, baseEdge, copyBands, fineEdgePx, planPerBase } from "./params.ts";

/** Small copies of frames of one size; lists have one entry for each frame. */
export interface FrameCopies extends FineCopies {
  /** Rec. 601 luma, display values 0 to 1, width × height. */
  readonly lumas: readonly F32[];
  /** The largest of the three channels, which clips first. */
  readonly peaks: readonly F32[];
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that one pixel of the copies averages. */
  readonly factor: number;
}

export interface FineCopies {
  /** Luma at a finer scale, 65535 = full scale, fineWidth × fineHeight. */
  readonly fine: readonly U16[];
  readonly fineWidth: number;
  readonly fineHeight: number;
  readonly fineFactor: number;
}

/** Makes the copies for judging and planning, in one pass over each frame. The caller releases them. */
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
      return kernels.run(
        "lumaCopies",
        { source: frame.data, ...copies[i], ...sizes },
        rows,
        Math.ceil(rows / copyBands),
      );
    }),
  );
  return {
    fine: copies.map(({ fine }) => fine),
    lumas: copies.map(({ luma }) => luma),
    peaks: copies.map(({ peak }) => peak),
    ...{ fineWidth, fineHeight, fineFactor, width, height, factor },
  };
}

/** Measurements on small copies of all frames, on two grids over the picture. The caller releases the planes. */
export interface SmallFrames {
  /** Scene light in stops; 0 is display white of the first frame. */
  readonly light: F32;
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that a cell covers. */
  readonly factor: number;
  /** Luma of each frame, and its variance in 3 × 3 cells; 1.0 = full scale. */
  readonly lumas: readonly F32[];
  readonly structure: readonly F32[];
  /** Scene light on a finer grid, with `planPerBase` cells for each cell along each axis. */
  readonly finer: { readonly data: F32; readonly width: number; readonly height: number; readonly factor: number };
}

/** `stops`: light of each frame relative to the first. The fine copies still belong to the caller. */
export async function measureSmallFrames(
  { fine, fineWidth, fineHeight, fineFactor }: FineCopies,
  stops: readonly number[],
  tables: LightTables,
  { kernels, memory }: StageContext,
): Promise<SmallFrames> {
  const blocks = Math.ceil(Math.max(fineWidth, fineHeight) / baseEdge);
  const grid = (factor: number) => ({ width: Math.ceil(fineWidth / factor), height: Math.ceil(fineHeight / factor) });
  const size = { width: fineWidth, height: fineHeight };
  const shared = numbersIn(memory, stops);
  const { logLight, trust } = tables;
  const lightOver = async (factor: number) => {
    const { width, height } = grid(factor);
    const light = memory.f32(width * height);
    const args = { lumas: fine, stops: shared, logLight, trust, light, ...size, factor };
    await kernels.run("lightCells", args, height, bands.measuredRows);
    return light;
  };
  const factor = blocks * planPerBase;
  const { width, height } = grid(factor);
  const [lumas, structure] = [0, 1].map(() => fine.map(() => memory.f32(width * height)));
  const [light, data] = await Promise.all([
    lightOver(factor),
    lightOver(blocks),
    kernels.run("structureMaps", { sources: fine, lumas, structure, ...size, factor }, height, bands.measuredRows),
  ]);
  memory.release(shared);
  const finer = { data, ...grid(blocks), factor: fineFactor * blocks };
  return { light, width, height, factor: fineFactor * factor, lumas, structure, finer };
}
