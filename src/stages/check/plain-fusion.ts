import type { IntegerImage } from "../../image/index.ts";
import { cellSamples, fusePyramids, lumaSample, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

const paperWeights = { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 1 };

/** The plainest fusion of small copies (Mertens, Kautz, Van Reeth 2007), as such a copy; its spread is not known and 0. */
export async function fusePlainly(copies: readonly SmallCopy[], context: StageContext): Promise<SmallCopy> {
  const { memory } = context;
  const frames = copies.map((copy) => toImage(copy, context));
  const fused = await fusePyramids(frames, paperWeights, 0, context);
  const [{ width, height, factor }] = copies;
  const data = memory.u16(width * height * cellSamples);
  for (let from = 0, to = 0; from < fused.data.length; from += 3, to += cellSamples) {
    const [r, g, b] = [fused.data[from], fused.data[from + 1], fused.data[from + 2]];
    data[to] = r;
    data[to + 1] = g;
    data[to + 2] = b;
    data[to + lumaSample] = Math.sqrt(0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b);
    data[to + lumaSample + 1] = 0;
  }
  for (const frame of [...frames, fused]) memory.release(frame.data);
  return { width, height, factor, data };
}

function toImage({ width, height, data }: SmallCopy, { memory }: StageContext): IntegerImage {
  const target = memory.u16(width * height * 3);
  for (let from = 0, to = 0; to < target.length; from += cellSamples, to += 3) {
    target[to] = data[from];
    target[to + 1] = data[from + 1];
    target[to + 2] = data[from + 2];
  }
  return { width, height, channels: 3, data: target, space: "srgb" };
}
