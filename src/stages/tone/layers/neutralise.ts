import { boxMean } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { balancedGains } from "./gains.ts";
import { liftedLuma } from "./lifted-luma.ts";
import { coolSpread, neutralSpread, otherSpread, tintedSpread, warmBlue, warmRed } from "./params.ts";

/**
 * Tints white as asked, and makes neutral what is almost neutral in a room: bright cool surfaces more than others,
 * because daylight from a window tints white frames and walls blue, unless white is wanted cool. Views and paint keep
 * their colours.
 */
export const neutralise: Layer = ({ copy, small: { data }, luma, content, options, target }, plan) => {
  const { views, inRoom } = plan;
  const warmth = options.toneStrength * options.warmth;
  const [tintRed, tintBlue] = [target.whiteRed + warmRed * warmth, target.whiteBlue - warmBlue * warmth];
  const gains = tinted(plan.gains, tintRed, tintBlue);
  const wantsCool = target.whiteBlue - warmBlue * options.warmth > target.whiteRed + warmRed * options.warmth;
  const lifted = liftedLuma(data, luma, plan);
  const { width, height, wrapX } = copy;
  const paint = boxMean({ width, height, data: content.paint }, 2, wrapX);
  return {
    gains,
    neutral: views.map((view, i) => {
      const isCool = !wantsCool && data[3 * i + 2] * gains[2 * i + 1] > data[3 * i] * gains[2 * i];
      const more = isCool ? coolSpread * lifted[i] ** 4 : 0;
      const white = Math.min(1, content.whites[i]);
      const spread = wantsCool ? tintedSpread : neutralSpread * white + otherSpread * (1 - white);
      return inRoom * (spread + more) * (1 - view) * (1 - paint[i]);
    }),
  };
};

/** The gains (factors of R and B, two a pixel) with a tint of white, in logs of display values, on top. */
function tinted(gains: Float32Array, tintRed: number, tintBlue: number): Float32Array {
  if (tintRed === 0 && tintBlue === 0) return gains;
  const [red, , blue] = balancedGains(tintRed, tintBlue);
  return gains.map((gain, i) => gain * (i % 2 === 0 ? red : blue));
}
