import { boxMean, ramp } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { balancedGains } from "./gains.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import {
  brightSpread,
  brightSpreadFrom,
  brightSpreadTo,
  ceilingSpread,
  coolFloorSpread,
  coolSpread,
  fullTint,
  magentaSpread,
  otherSpread,
  sureMagenta,
  tintedSpread,
  wallSpread,
  warmBlue,
  warmRed,
} from "./params.ts";

/**
 * Tints white as asked, and makes neutral what is almost neutral in a room. How much colour counts as a stain of light
 * depends on what shows it: a ceiling is white but for the light of lamps, wood and lawns; a white wall takes less, and
 * things in the room least, unless they are as bright as white things in good light. Daylight tints white things and
 * polished floors blue: cool colours give up more, unless white is wanted cool. A tint that is asked for would count as
 * a stain, so the more is asked the less goes. Views keep their colours, but for pale pink: clipping turns white sky
 * and glass pink. Paint keeps its colour.
 */
export const neutralise: Layer = ({ copy, small: { data }, content, options, target }, plan) => {
  const { views, inRoom } = plan;
  const warmth = options.toneStrength * options.warmth;
  const [tintRed, tintBlue] = [target.whiteRed + warmRed * warmth, target.whiteBlue - warmBlue * warmth];
  const gains = tinted(plan.gains, tintRed, tintBlue);
  const wantsCool = target.whiteBlue - warmBlue * options.warmth > target.whiteRed + warmRed * options.warmth;
  const tint = Math.min(1, Math.max(Math.abs(tintRed), Math.abs(tintBlue)) / fullTint);
  const lifted = liftedBrightness(data, plan);
  const { width, height, wrapX } = copy;
  const paint = boxMean({ width, height, data: content.paint }, 2, wrapX);
  const { ceilings, walls, floors, level } = content;
  return {
    gains,
    neutral: views.map((view, i) => {
      const isCool = !wantsCool && data[3 * i + 2] * gains[2 * i + 1] > data[3 * i] * gains[2 * i];
      const other = Math.max(0, 1 - ceilings[i] - walls[i]);
      const bright = ramp(lifted[i] / level, brightSpreadFrom, brightSpreadTo) * brightSpread;
      const stains = ceilingSpread * ceilings[i] + wallSpread * walls[i] + (otherSpread + bright) * other;
      const cool = isCool ? coolSpread * lifted[i] ** 4 + coolFloorSpread * floors[i] : 0;
      const indoors =
        inRoom * (stains + tint * Math.min(0, tintedSpread - stains) + cool) * (1 - view) * (1 - paint[i]);
      return indoors + view * magentaSpread * ramp(magentaOf(content.samples, gains, i), 0, sureMagenta);
    }),
  };
};

/** How far a colour lies on the magenta side of grey after the gains: a log of display values, 0 for all other hues. */
function magentaOf(samples: Float32Array, gains: Float32Array, i: number): number {
  const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
  const green = (1 - 0.2126 * red - 0.0722 * blue) / 0.7152;
  return Math.max(0, Math.min(samples[3 * i] + Math.log(red / green), samples[3 * i + 1] + Math.log(blue / green)));
}

/** The gains (factors of R and B, two a pixel) with a tint of white, in logs of display values, on top. */
function tinted(gains: Float32Array, tintRed: number, tintBlue: number): Float32Array {
  if (tintRed === 0 && tintBlue === 0) return gains;
  const [red, , blue] = balancedGains(tintRed, tintBlue);
  return gains.map((gain, i) => gain * (i % 2 === 0 ? red : blue));
}
