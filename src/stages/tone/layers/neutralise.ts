import { hazeOf } from "../../../kernels/index.ts";
import { boxMean } from "../../../ops/index.ts";
import type { Layer, LayerInput, TonePlan } from "../layer.ts";
import { balancedGains, greenGain } from "./gains.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import { minShown, stainSpreads, tints } from "./white-params.ts";

/**
 * Applies the requested tint of white, and neutralises nearly neutral colours of a room. How much colour counts as a
 * stain of light depends on the surface: ceilings are white, so their colour comes from lamps, wood and lawns; white
 * walls get a lower limit, and other objects the lowest, unless they are as bright as white objects in good light.
 * Daylight tints white objects and polished floors blue, so cool colours are neutralised more, unless a cool white is
 * requested. Views keep their colours, except for pale pink: clipping turns white sky and glass pink. Paint and colours
 * shown by flash frames are kept.
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
 * The gains after the stains were removed: a tint of white is added on top, and the kernel would otherwise treat it as
 * a stain too.
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

/** log(R/G) and log(B/G) of a pixel after veil and gains; 0 if a channel is too dark. */
function chromaticityOf(data: Float32Array, { gains, veils }: GainsAndVeils, i: number): [number, number] {
  const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
  const green = greenGain(red, blue);
  const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
  const haze = hazeOf(veils[i], Math.min(r, g, b));
  if (Math.min(r, g, b) - haze < minShown) return [0, 0];
  return [Math.log((red * (r - haze)) / (green * (g - haze))), Math.log((blue * (b - haze)) / (green * (g - haze)))];
}

type GainsAndVeils = Pick<TonePlan, "gains" | "veils">;

/** Distance of a colour from grey towards magenta after the gains: a log of display values, 0 for all other hues. */
function magentaOf(data: Float32Array, plan: GainsAndVeils, i: number): number {
  return Math.max(0, Math.min(...chromaticityOf(data, plan, i)));
}

/**
 * The gains (factors of R and B, two for each pixel) multiplied by a tint of white, given in logs of display values.
 */
function tinted(gains: Float32Array, tintRed: number, tintBlue: number): Float32Array {
  const [red, , blue] = balancedGains(tintRed, tintBlue);
  return gains.map((gain, i) => gain * (i % 2 === 0 ? red : blue));
}
