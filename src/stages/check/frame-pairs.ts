import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { balanceSwing } from "./channel-curves.ts";
import { detailLost, octavesSharper } from "./edge-sharpness.ts";
import { greyFrame } from "./frame-params.ts";

export interface PairFacts {
  /** Fine detail that the softest frame has lost compared with a neighbour in exposure: 0 none, 1 all. */
  readonly blur: number;
  /** That frame, where there is one. */
  readonly blurred: number | undefined;
  /**
   * How far the white balance differs, in stops of red against blue; {@link colourLost} if one frame is grey and
   * another has colour.
   */
  readonly balance: number;
}

/** Compares every frame with the next brighter one. */
export async function compareExposures(frames: readonly Cells[], context: StageContext): Promise<PairFacts> {
  const means = frames.map(({ luma }) => luma.reduce((sum, value) => sum + value, 0));
  const order = [...frames.keys()].sort((a, b) => means[a] - means[b]);
  let blur = 0;
  let blurred: number | undefined;
  for (let k = 0; k + 1 < order.length; k++) {
    const [dark, bright] = [frames[order[k]], frames[order[k + 1]]];
    const octaves = await octavesSharper(bright, dark, context);
    const lost = detailLost(Math.abs(octaves));
    if (lost > blur) [blur, blurred] = [lost, octaves > 0 ? order[k] : order[k + 1]];
  }
  return {
    blur,
    blurred,
    balance: isColourMixed(frames) ? greyFrame.colourLost : balanceSwing(order.map((i) => frames[i])),
  };
}

/** Whether a frame is all grey, as a scan or a monochrome setting makes it, and another is not. */
function isColourMixed(frames: readonly Cells[]): boolean {
  const spans = frames.map(colourSpan);
  return (
    spans.some((span) => span && span.most <= greyFrame.greyMost) &&
    spans.some((span) => span && span.mean >= greyFrame.colourLeast)
  );
}

/** The largest and the mean distance between channels, in middle tones; `undefined` where there are few. */
function colourSpan({ rgb, luma }: Cells): { readonly most: number; readonly mean: number } | undefined {
  let [most, sum, count] = [0, 0, 0];
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] < greyFrame.middle[0] || luma[i] > greyFrame.middle[1]) continue;
    const [r, g, b] = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]];
    const span = Math.max(r, g, b) - Math.min(r, g, b);
    most = Math.max(most, span);
    sum += span;
    count++;
  }
  return count >= luma.length * greyFrame.leastMiddle ? { most, mean: sum / count } : undefined;
}
