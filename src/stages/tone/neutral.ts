import type { SmallImage } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";

/** Spread of the channels (display values) at which half of a colour goes. */
const spread = 0.025;

/**
 * What bright surfaces give up beyond that where they are cool, and where they are warm: daylight beside a window tints
 * white frames and walls blue. Warm paint is more common than cool paint, and keeps more.
 */
const [coolMore, warmMore] = [0.1, 0.03];

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
 * a room becomes neutral, bright surfaces more than dark ones. Views keep their colours; `amount` scales all.
 */
export function neutralSpreads({ small, gains, lifted, views }: BalancedCopy, amount: number): Float32Array {
  const { data } = small;
  return views.map((view, i) => {
    const cool = data[3 * i + 2] * gains[2 * i + 1] > data[3 * i] * gains[2 * i];
    const more = (cool ? coolMore : warmMore) * ramp(lifted[i], brightFrom, brightTo);
    return amount * (spread + more) * (1 - view);
  });
}
