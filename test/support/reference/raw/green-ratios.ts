import { type GreenRatiosArgs, ratioClasses } from "../../../../src/kernels/declarations/raw.ts";
import { pollCancel } from "../poll-cancel.ts";

export function greenRatios(args: GreenRatiosArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, greens, edges, counts, width, height, samples, channel, cellWidth, cellHeight } = args;
  const { down, stride, black, range, least, most, floor } = args;
  const lightAt = (x: number, y: number) => (source[(y * width + x) * samples + channel] - black) / range;
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    const own = counts.subarray(row * ratioClasses, (row + 1) * ratioClasses).fill(0);
    const y = row * stride;
    if (y + down >= height) continue;
    for (let x = 0; x + 1 < width; x++) {
      if (greens[(y % cellHeight) * cellWidth + (x % cellWidth)] === 0) continue;
      const [one, other] = [lightAt(x, y), lightAt(x + 1, y + down)];
      const bright = Math.max(one, other);
      const ratio = bright / Math.max(Math.min(one, other), floor);
      if (bright < least || bright > most || ratio < 1) continue;
      own[edges.findLastIndex((edge) => edge <= ratio)]++;
    }
  }
}
