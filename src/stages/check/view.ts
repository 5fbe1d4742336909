import type { IntegerImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { leastEdge } from "./params.ts";

/** All that is held of one picture: its small copy, and coarser cells. Crosses threads. */
export interface View {
  readonly copy: SmallCopy;
  readonly cells: Cells;
}

/** Of a picture of three channels; the caller releases it. */
export async function viewPicture(picture: IntegerImage, context: StageContext): Promise<View> {
  return viewCopy(await shrinkFrame(picture, context), context);
}

/** Of a small copy, which is the view's from then on. */
export async function viewCopy(copy: SmallCopy, context: StageContext): Promise<View> {
  return { copy, cells: await cellsOf(copy, context) };
}

export function releaseView({ copy }: View, { memory }: StageContext): void {
  memory.release(copy.data);
}

/** Whether a small copy shows too little to be checked. */
export function isTooSmall({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.min(width, height) < leastEdge;
}
