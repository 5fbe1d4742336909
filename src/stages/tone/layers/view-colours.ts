import { luminanceOf } from "../../../image/index.ts";
import { hazeOf } from "../../../kernels/index.ts";
import { meanWithin } from "../../../ops/index.ts";
import type { Layer, LayerInput, TonePlan } from "../layer.ts";
import { windowViews } from "../params.ts";
import { balancedGains, greenGain } from "./gains.ts";
import { liftedBrightness } from "./lifted-brightness.ts";

/**
 * Colours of views. A view is lit by daylight, not by the lamps of the room, so gains that cool it are dropped. Most of
 * its blue cast is removed: haze, shade and glass tint a whole view, whereas its own colours differ between places.
 * Glare and the highlight compression of the frame's tone curve make it pale. That compression affects colours as it
 * does brightness, so colours are boosted with the contrast that the view regains, or by the square root of their
 * deficit if that is more. Nearly clipped colours are boosted less, and vivid ones are compressed.
 */
export const colourViews: Layer = (input, plan) => {
  if (plan.views.every((view) => view === 0)) return {};
  const gains = warmed(input, plan);
  return { gains, vividness: vividness(input, { ...plan, gains }) };
};

function warmed({ copy, content }: LayerInput, { views, gains }: TonePlan): Float32Array {
  const { samples, ground } = content;
  const kept = gains.slice();
  for (let i = 0; i < views.length; i++) {
    const [red, blue] = [2 * i, 2 * i + 1];
    if (views[i] === 0 || gains[blue] <= gains[red]) continue;
    for (const at of [red, blue]) kept[at] **= 1 - views[i];
  }
  const blueness = views.map((_, i) => samples[3 * i + 1] - samples[3 * i] + Math.log(kept[2 * i + 1] / kept[2 * i]));
  const casts = meanWithin(copy, ground, blueness, windowViews.viewShare);
  for (let i = 0; i < views.length; i++) {
    // The cast of a sky that is less blue than the ground is limited, otherwise it would turn pink.
    const cast = (views[i] * windowViews.viewCastShare * Math.max(0, Math.min(casts[i], blueness[i]))) / 2;
    if (cast === 0) continue;
    const [red, , blue] = balancedGains(cast, -cast);
    kept[2 * i] *= red;
    kept[2 * i + 1] *= blue;
  }
  return kept;
}

function vividness(input: LayerInput, plan: TonePlan): Float32Array {
  const { copy, small, content } = input;
  const { data } = small;
  const { views, gains, veils, curves, regained } = plan;
  const lifted = liftedBrightness(data, plan);
  const spreads = new Float32Array(views.length);
  for (let i = 0; i < views.length; i++) {
    if (views[i] === 0) continue;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    const red = (data[3 * i] - haze) * gains[2 * i];
    const green = (data[3 * i + 1] - haze) * greenGain(gains[2 * i], gains[2 * i + 1]);
    const blue = (data[3 * i + 2] - haze) * gains[2 * i + 1];
    const bright = luminanceOf(red, green, blue);
    const relative = (Math.max(red, green, blue) - Math.min(red, green, blue)) / Math.max(0.02, bright);
    spreads[i] = relative * curves.curve(lifted[i]);
  }
  const squares = spreads.map((spread) => spread ** 2);
  const means = meanWithin(copy, views, squares, windowViews.viewShare);
  return views.map((view, i) => {
    if (view === 0) return 1;
    const lack = Math.sqrt(windowViews.wantedSpread / Math.sqrt(Math.max(1e-6, means[i])));
    const wanted = Math.min(windowViews.maxViewGrowth, Math.max(1, lack, regained[i] ** windowViews.regainedColour));
    const growth = 1 + (1 - content.clipped[i]) * (wanted - 1);
    return 1 + view * (growth / Math.sqrt(1 + ((growth * spreads[i]) / windowViews.maxSpread) ** 2) - 1);
  });
}
