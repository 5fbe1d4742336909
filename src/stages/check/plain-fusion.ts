import type { IntegerImage } from "../../image/index.ts";
import { cellSamples, fusePyramids, lumaSample, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

const paperWeights = { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 1 };

/**
 * The plainest fusion of small copies' colours (Mertens, Kautz, Van Reeth 2007), as such a copy, whose spread is not known and 0. The
 * caller releases it.
 */
export async function fusePlainly(
  frames: readonly IntegerImage[],
  factor: number,
  context: StageContext,
): Promise<SmallCopy> {
  const { memory } = context;
  const image = await fusePyramids(frames, paperWeights, 0, context);
  const { width, height } = image;
  const data = memory.u16(width * height * cellSamples);
  for (let from = 0, to = 0; from < image.data.length; from += 3, to += cellSamples) {
    const r = image.data[from];
    const g = image.data[from + 1];
    const b = image.data[from + 2];
    data[to] = r;
    data[to + 1] = g;
    data[to + 2] = b;
    data[to + lumaSample] = Math.sqrt(0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b);
    data.fill(0, to + lumaSample + 1, to + cellSamples);
  }
  memory.release(image.data);
  return { width, height, factor, fineFactor: factor, data };
}
