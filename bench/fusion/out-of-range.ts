import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";

/**
 * Percent of pixels with a fused sample that has left the range: it is at an end of it, 0 or the largest value,
 * while some frame shows that sample inside. What every frame clips may be clipped.
 */
export function outOfRange(frames: readonly IntegerImage[], { data }: IntegerImage): number {
  const top = maxValueOf(data);
  const tops = frames.map((frame) => maxValueOf(frame.data));
  let count = 0;
  for (let pixel = 0; pixel < data.length / 3; pixel++) {
    for (let i = 3 * pixel; i < 3 * pixel + 3; i++) {
      const left =
        (data[i] === top && frames.some((frame, k) => frame.data[i] < tops[k])) ||
        (data[i] === 0 && frames.some((frame) => frame.data[i] > 0));
      if (!left) continue;
      count++;
      break;
    }
  }
  return (300 * count) / data.length;
}
