import type { IntegerImage } from "../../image/index.ts";
import { cellSamples, fusePyramids, paperWeights, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/**
 * The plainest fusion of small copies' colours (Mertens, Kautz, Van Reeth 2007), as such a copy, whose spread is not
 * known and 0. The caller releases it.
 */
export async function fusePlainly(
  frames: readonly IntegerImage[],
  factor: number,
  context: StageContext,
): Promise<SmallCopy> {
  const { kernels, memory } = context;
  const image = await fusePyramids(frames, paperWeights, context);
  const { width, height } = image;
  const data = memory.u16(width * height * cellSamples);
  await kernels.run("colouredCells", { source: image.data, target: data, width }, height);
  memory.release(image.data);
  return { width, height, factor, fineFactor: factor, data };
}
