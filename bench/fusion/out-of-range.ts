import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";

/**
 * Percentage of pixels with a fused sample at an end of the range, 0 or the largest value, while some frame has that
 * sample inside it. Samples clipped in all frames may be clipped.
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
