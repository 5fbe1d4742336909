import type { IntegerImage } from "../../image/index.ts";
import { fusePyramids } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { MergeOptions } from "./options.ts";

/**
 * Exposure fusion exactly as Mertens, Kautz and Van Reeth describe it (Pacific Graphics 2007): contrast, saturation and
 * well-exposedness of every pixel as weights, the frames' Laplacian pyramids blended by the weights' Gaussian pyramids,
 * and clipped to the range at the end.
 */
export function fuseMertens(
  frames: readonly IntegerImage[],
  { contrastWeight, saturationWeight, exposednessWeight }: MergeOptions,
  context: StageContext,
): Promise<IntegerImage> {
  return fusePyramids(frames, { contrastWeight, saturationWeight, exposednessWeight }, context);
}
