import type { F32 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { FineCopies } from "./frame-copies.ts";
import type { LightTables } from "./light-tables.ts";
import { baseEdge, planPerBase } from "./params.ts";

/** Rows of blocks that are measured in one go. */
const bandRows = 32;

/** What small copies of all frames show, on two grids over the picture. The caller releases the planes. */
export interface SmallFrames {
  /** Scene light in stops, 0 where the first frame shows display white. */
  readonly light: F32;
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that a cell covers. */
  readonly factor: number;
  /** Each frame's luma, and the variance of it in 3 × 3 cells; 1.0 = full scale. */
  readonly lumas: readonly F32[];
  readonly structure: readonly F32[];
  /** Scene light on a finer grid, `planPerBase` cells for each cell along each axis. */
  readonly finer: { readonly data: F32; readonly width: number; readonly height: number; readonly factor: number };
}

/** `stops`: light of each frame over the first. The fine copies stay the caller's. */
export async function measureSmallFrames(
  { fine, fineWidth, fineHeight, fineFactor }: FineCopies,
  stops: readonly number[],
  tables: LightTables,
  { kernels, memory }: StageContext,
): Promise<SmallFrames> {
  const blocks = Math.ceil(Math.max(fineWidth, fineHeight) / baseEdge);
  const grid = (factor: number) => ({ width: Math.ceil(fineWidth / factor), height: Math.ceil(fineHeight / factor) });
  const size = { width: fineWidth, height: fineHeight };
  const shared = memory.f32(stops.length);
  shared.set(stops);
  const { logLight, trust } = tables;
  const lightOver = async (factor: number) => {
    const { width, height } = grid(factor);
    const light = memory.f32(width * height);
    const args = { lumas: fine, stops: shared, logLight, trust, light, ...size, factor };
    await kernels.run("lightCells", args, height, bandRows);
    return light;
  };
  const factor = blocks * planPerBase;
  const { width, height } = grid(factor);
  const [lumas, structure] = [0, 1].map(() => fine.map(() => memory.f32(width * height)));
  const [light, data] = await Promise.all([
    lightOver(factor),
    lightOver(blocks),
    kernels.run("structureMaps", { sources: fine, lumas, structure, ...size, factor }, height, bandRows),
  ]);
  memory.release(shared);
  const finer = { data, ...grid(blocks), factor: fineFactor * blocks };
  return { light, width, height, factor: fineFactor * factor, lumas, structure, finer };
}
