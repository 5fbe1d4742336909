import type { RawDenoiseArgs } from "../../../../src/kernels/declarations/raw.ts";
import { pollCancel } from "../poll-cancel.ts";

interface Differences {
  readonly luma: number;
  readonly red: number;
  readonly blue: number;
}

export function rawDenoise(args: RawDenoiseArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, floor, lumaReach, chromaReach, lumaShare } = args;
  const at = (x: number, y: number): Differences => {
    const i = (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 3;
    const [r, g, b] = [0, 1, 2].map((c) => Math.sqrt(source[i + c] / 65535 + floor));
    return { luma: 0.25 * (r + b) + 0.5 * g, red: r - g, blue: b - g };
  };
  /** The weighted mean of the differences from the site's value. */
  const change = (x: number, y: number, step: number, weigh: (other: Differences) => number, of: keyof Differences) => {
    const own = at(x, y);
    let [sum, weights] = [0, 1];
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        if (dx === 0 && dy === 0) continue;
        const other = at(x + dx * step, y + dy * step);
        const weight = weigh(other) / (1 + 0.25 * (dx * dx + dy * dy));
        sum += weight * (other[of] - own[of]);
        weights += weight;
      }
    }
    return sum / weights;
  };
  const sample = (root: number) => Math.floor(Math.min(1, Math.max(0, Math.max(0, root) ** 2 - floor)) * 65535 + 0.5);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const own = at(x, y);
      const luma = own.luma + lumaShare * change(x, y, 1, (o) => likeness((o.luma - own.luma) / lumaReach), "luma");
      const smooth = (of: "red" | "blue") => {
        const weigh = (o: Differences) =>
          likeness((o.luma - own.luma) / (2 * lumaReach)) * likeness((o[of] - own[of]) / chromaReach);
        return own[of] + change(x, y, 2, weigh, of);
      };
      const [red, blue] = [smooth("red"), smooth("blue")];
      const green = luma - 0.25 * (red + blue);
      target.set([sample(green + red), sample(green), sample(green + blue)], (y * width + x) * 3);
    }
  }
}

function likeness(difference: number): number {
  return 1 / (1 + difference * difference) ** 2;
}
