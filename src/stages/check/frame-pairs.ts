import type { Cells } from "./cells.ts";
import { balanceSwing } from "./channel-curves.ts";
import { detailLost, octavesSharper } from "./edge-sharpness.ts";

export interface PairFacts {
  /** Fine detail that the softest frame has lost beside a neighbour in exposure: 0 none, 1 all. */
  readonly blur: number;
  /** That frame, where there is one. */
  readonly blurred: number | undefined;
  /** How far the white balance differs, in stops of red against blue. */
  readonly balance: number;
}

/** Compares every frame with the next brighter one. */
export function compareExposures(frames: readonly Cells[]): PairFacts {
  const means = frames.map(({ luma }) => luma.reduce((sum, value) => sum + value, 0));
  const order = [...frames.keys()].sort((a, b) => means[a] - means[b]);
  let blur = 0;
  let blurred: number | undefined;
  for (let k = 0; k + 1 < order.length; k++) {
    const [dark, bright] = [frames[order[k]], frames[order[k + 1]]];
    const octaves = octavesSharper(bright, dark);
    const lost = detailLost(Math.abs(octaves));
    if (lost > blur) [blur, blurred] = [lost, octaves > 0 ? order[k] : order[k + 1]];
  }
  return { blur, blurred, balance: balanceSwing(order.map((i) => frames[i])) };
}
