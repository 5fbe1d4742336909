import { decodeSrgb, encodeSrgb, luminanceOf } from "../../../image/index.ts";
import { hazeOf } from "../../../kernels/index.ts";
import type { Layer } from "../layer.ts";
import { greenGain } from "./gains.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import { minChroma, minShown, minSpread } from "./white-params.ts";

/**
 * Keeps the colours of surfaces that flash frames show: their chroma changes as that of paint does under more light,
 * independent of the curve, the display encoding and the removal of glare. A photographer's look still applies.
 */
export const keepKnown: Layer = ({ small: { data }, content: { known }, target }, plan) => {
  if (known.every((share) => share === 0)) return {};
  const { vividness, curves, veils, bright, gains } = plan;
  const lifted = liftedBrightness(data, plan);
  return {
    vividness: vividness.map((own, i) => {
      if (known[i] === 0) return own;
      const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
      const color = [red * data[3 * i], greenGain(red, blue) * data[3 * i + 1], blue * data[3 * i + 2]];
      const luma = Math.max(minShown, luminanceOf(color[0], color[1], color[2]));
      const toned = (luma * curves.curve(lifted[i])) / Math.max(minShown, bright[i]);
      // After a veil was subtracted, the same channel spread relates to less brightness.
      const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
      const cleared = Math.max(0, luma - haze) / luma;
      const wanted = growthInLight(color, luma, toned) * cleared * target.chroma;
      return own * (1 + known[i] * (wanted / Math.max(minChroma, curves.chroma(lifted[i])) - 1));
    }),
  };
};

/**
 * Growth of the relative channel spread of a display colour if more light raises its luma from one value to another.
 */
function growthInLight(color: readonly number[], luma: number, toned: number): number {
  const before = Math.max(...color) - Math.min(...color);
  if (before < minSpread) return 1;
  const factor = decodeSrgb(toned) / decodeSrgb(luma);
  const after = color.map((value) => encodeSrgb(factor * decodeSrgb(value)));
  return (
    ((Math.max(...after) - Math.min(...after)) * luma) /
    (before * Math.max(minShown, luminanceOf(after[0], after[1], after[2])))
  );
}
