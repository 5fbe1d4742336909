import { hazeOf } from "../../../kernels/index.ts";
import { boxMean } from "../../../ops/index.ts";
import type { Layer, LayerInput, TonePlan } from "../layer.ts";
import { balancedGains, greenGain } from "./gains.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import { leastShown, stainSpreads, tints } from "./white-params.ts";

/**
 * Tints white as asked, and makes neutral what is almost neutral in a room. How much colour counts as a stain of light
 * depends on what shows it: a ceiling is white except for the light of lamps, wood and lawns; a white wall takes less,
 * and things in the room least, unless they are as bright as white things in good light. Daylight tints white things
 * and polished floors blue: cool colours give up more, unless white is wanted cool. Views keep their colours, except
 * for pale pink: clipping turns white sky and glass pink. Paint keeps its colour, and so does what flash frames show.
 */
export const neutralise: Layer = (input, plan) => {
  const { small, options, target } = input;
  const { views, veils } = plan;
  const warmth = options.toneStrength * options.warmth;
  const [tintRed, tintBlue] = [target.whiteRed + tints.warmRed * warmth, target.whiteBlue - tints.warmBlue * warmth];
  const isTinted = tintRed !== 0 || tintBlue !== 0;
  const lifted = liftedBrightness(small.data, plan);
  const stains = stainsOf(input, plan, lifted, tintBlue > tintRed);
  const gains = isTinted ? tinted(withoutStains(small.data, plan, lifted, stains), tintRed, tintBlue) : plan.gains;
  return {
    gains,
    neutral: views.map((view, i) => {
      const asked = isTinted ? Math.min(stainSpreads.tintedSpread, stains[i]) : stains[i];
      if (view === 0) return asked;
      return (
        asked +
        view *
          stainSpreads.magentaSpread *
          Math.min(1, magentaOf(small.data, { gains, veils }, i) / stainSpreads.sureMagenta)
      );
    }),
  };
};

/** Spread of the channels up to which a colour counts as a stain of light, for every pixel. */
function stainsOf(
  { copy, small: { data }, content }: LayerInput,
  { views, gains, inRoom }: TonePlan,
  lifted: Float32Array,
  wantsCool: boolean,
): Float32Array {
  const { ceilings, walls, floors, brights, known } = content;
  const { width, height, wrapX } = copy;
  const paint = boxMean({ width, height, data: content.paint }, 2, wrapX);
  return views.map((view, i) => {
    const isCool = !wantsCool && data[3 * i + 2] * gains[2 * i + 1] > data[3 * i] * gains[2 * i];
    const other = Math.max(0, 1 - ceilings[i] - walls[i]);
    const bright = brights[i] * stainSpreads.brightSpread;
    const any =
      stainSpreads.ceilingSpread * ceilings[i] +
      stainSpreads.wallSpread * walls[i] +
      (stainSpreads.otherSpread + bright) * other;
    const cool = isCool ? stainSpreads.coolSpread * lifted[i] ** 4 + stainSpreads.coolFloorSpread * floors[i] : 0;
    return inRoom * (any + cool) * (1 - view) * (1 - paint[i]) * (1 - known[i]);
  });
}

/**
 * The gains with the stains taken off by them: a tint of white comes on top, and the kernel would take that for a stain
 * as well.
 */
function withoutStains(data: Float32Array, plan: TonePlan, lifted: Float32Array, stains: Float32Array): Float32Array {
  const gains = plan.gains.slice();
  for (let i = 0; i < stains.length; i++) {
    const [red, blue] = chromaticityOf(data, plan, i);
    const spread = lifted[i] * (Math.exp(Math.max(0, red, blue)) - Math.exp(Math.min(0, red, blue)));
    const share = stains[i] ** 2 / (spread ** 2 + stains[i] ** 2 + 1e-6);
    const [r, , b] = balancedGains(-share * red, -share * blue);
    gains[2 * i] *= r;
    gains[2 * i + 1] *= b;
  }
  return gains;
}

/** log(R/G) and log(B/G) of a pixel after veil and gains; 0 where a channel shows nothing. */
function chromaticityOf(data: Float32Array, { gains, veils }: GainsAndVeils, i: number): [number, number] {
  const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
  const green = greenGain(red, blue);
  const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
  const haze = hazeOf(veils[i], Math.min(r, g, b));
  if (Math.min(r, g, b) - haze < leastShown) return [0, 0];
  return [Math.log((red * (r - haze)) / (green * (g - haze))), Math.log((blue * (b - haze)) / (green * (g - haze)))];
}

type GainsAndVeils = Pick<TonePlan, "gains" | "veils">;

/** How far a colour lies on the magenta side of grey after the gains: a log of display values, 0 for all other hues. */
function magentaOf(data: Float32Array, plan: GainsAndVeils, i: number): number {
  return Math.max(0, Math.min(...chromaticityOf(data, plan, i)));
}

/** The gains (factors of R and B, two a pixel) with a tint of white, in logs of display values, on top. */
function tinted(gains: Float32Array, tintRed: number, tintBlue: number): Float32Array {
  const [red, , blue] = balancedGains(tintRed, tintBlue);
  return gains.map((gain, i) => gain * (i % 2 === 0 ? red : blue));
}
