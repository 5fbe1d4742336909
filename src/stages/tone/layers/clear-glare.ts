import { quantiles, ramp } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { clearBrightness } from "./clear-veils.ts";
import { deepestShade, glareShadow, mostGlare, palestDark, surelyDark } from "./params.ts";

/**
 * Takes off the glare that lamps and windows spread over all of a room: what the least channel of its darkest things
 * shows beyond a deep shade (dark channel; He, Sun, Tang 2009). It goes before dark places are lifted, or the lift
 * would raise the glare with them and lay a fog over them.
 */
export const clearGlare: Layer = ({ small: { data }, content, options, room }, plan) => {
  const amount = options.toneStrength * options.autoExposure * room;
  const least = plan.bright.map((_, i) => Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
  const [shadow] = quantiles(least, [glareShadow], content.areas);
  const hasDark = ramp(-shadow / content.level, -palestDark, -surelyDark);
  const glare = amount * hasDark * Math.min(mostGlare, Math.max(0, shadow - deepestShade));
  if (glare === 0) return {};
  const veils = plan.veils.map(() => glare);
  return { veils, open: clearBrightness(data, plan.bright, veils) };
};
