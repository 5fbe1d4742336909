import type { SmallImage } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";

/**
 * Spread of the channels (display values) at which half of a colour goes. Set on finished
 * interiors, with `roomChroma`: colours and stains of walls come nearest to professionals'.
 */
const spread = 0.045;
/** The same if white is wanted cool: half of the tint of style modern (0.03) has to stay. */
const tintedSpread = 0.02;

/** What bright, cool surfaces give up beyond that: daylight beside a window tints white frames and walls blue. */
const coolMore = 0.1;

/** Display values, after the light was evened, from which a surface begins to count as bright, and surely does. */
const [brightFrom, brightTo] = [0.55, 0.8];

/** What tells how much colour goes: the small copy, the gains of R and B (two a pixel), its luma after the lifts. */
interface BalancedCopy {
  readonly small: SmallImage;
  readonly gains: Float32Array;
  readonly lifted: Float32Array;
  readonly views: Float32Array;
}

/**
 * Spread of the channels at which half of the colour goes, for every pixel of the small copy: what is almost neutral in
 * a room becomes neutral, bright cool surfaces more than others unless white is wanted cool. Views keep their colours;
 * `amount` scales all.
 */
export function neutralSpreads(
  { small: { data }, gains, lifted, views }: BalancedCopy,
  coolWanted: boolean,
  amount: number,
): Float32Array {
  return views.map((view, i) => {
    const cool = !coolWanted && data[3 * i + 2] * gains[2 * i + 1] > data[3 * i] * gains[2 * i];
    const more = cool ? coolMore * ramp(lifted[i], brightFrom, brightTo) : 0;
    return amount * ((coolWanted ? tintedSpread : spread) + more) * (1 - view);
  });
}
