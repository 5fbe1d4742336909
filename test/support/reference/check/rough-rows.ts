import { type RoughRowsArgs, rowFacts } from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

export function roughRows(args: RoughRowsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, found, width, height, lag, rowLag, step, stride } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const own = found.subarray(y * rowFacts, (y + 1) * rowFacts).fill(0);
    for (let x = 0; x < width - lag; x += step) own[0] += Math.abs(source[y * width + x] - source[y * width + x + lag]);
    if (y < rowLag || y >= height - rowLag || (y - rowLag) % stride !== 0) continue;
    const values = new Set<number>();
    for (let x = lag; x < width - lag; x++) {
      if (!isImpulse(args, y * width + x)) continue;
      own[1]++;
      if (values.size < rowFacts - 3) values.add(source[y * width + x]);
    }
    own[2] = values.size;
    own.set([...values], 3);
  }
}

function isImpulse({ source, width, lag, rowLag, far, near }: RoughRowsArgs, at: number): boolean {
  const around = [source[at - lag], source[at + lag], source[at - rowLag * width], source[at + rowLag * width]];
  const [low, high] = [Math.min(...around), Math.max(...around)];
  return high - low <= near && (source[at] > high + far || source[at] < low - far);
}
