import { hazeOf } from "../../../kernels/index.ts";
import type { Layer, TonePlan } from "../layer.ts";
import { clearBrightness } from "./clear-veils.ts";
import { balancedGains, greenGain } from "./gains.ts";

/**
 * Takes off the glare that lies over all of a room. It goes before dark places are lifted, or the lift would raise the
 * glare with them and lay a fog over them.
 */
export const clearGlare: Layer = ({ small: { data }, content, options, room }, plan) => {
  const glare = options.toneStrength * options.autoExposure * room * content.glare;
  if (glare === 0) return {};
  const veils = plan.veils.map(() => glare);
  return { veils, gains: withoutLightsColour(data, plan, glare), open: clearBrightness(data, plan.bright, veils) };
};

/**
 * The gains that balance what is left: glare has the colour of the light, but the kernel takes as much off every
 * channel, which makes a cast stronger.
 */
function withoutLightsColour(data: Float32Array, { bright, gains }: TonePlan, glare: number): Float32Array {
  const kept = gains.slice();
  for (let i = 0; i < bright.length; i++) {
    const least = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
    const haze = hazeOf(glare, least) / Math.max(least, bright[i], 0.02);
    const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
    const green = greenGain(red, blue);
    const growth = (gain: number) => Math.log((1 - haze) / Math.max(0.05, 1 - haze * (gain / green)));
    const [r, , b] = balancedGains(Math.log(red / green) + growth(red), Math.log(blue / green) + growth(blue));
    kept[2 * i] = r;
    kept[2 * i + 1] = b;
  }
  return kept;
}
