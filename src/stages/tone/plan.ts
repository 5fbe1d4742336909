import type { FrameNoise, SceneContent, SmallImage } from "../../ops/index.ts";
import type { HouseSetting } from "./house/index.ts";
import type { Layer, LayerInput, TonePlan } from "./layer.ts";
import { balanceWhite, brightnesses } from "./layers/balance-white.ts";
import { clearGlare, clearVeils } from "./layers/clear-veils.ts";
import { evenLight, liftForeground } from "./layers/even-light.ts";
import { keepKnown } from "./layers/keep-known.ts";
import { neutralise } from "./layers/neutralise.ts";
import { planCurve } from "./layers/plan-curve.ts";
import { pullViews } from "./layers/pull-views.ts";
import { planTexture } from "./layers/texture.ts";
import { colourViews } from "./layers/view-colours.ts";
import { type Look, targetFor } from "./look/index.ts";
import type { ToneOptions } from "./options.ts";

/** Information about a picture other than its pixels. */
export interface PlanSetting {
  readonly content: SceneContent;
  /** Makes the filters periodic in x. */
  readonly wrapX: boolean;
  /** The picture is a fused bracket: its shade comes from long exposures. */
  readonly isFused?: boolean;
  /** Noise of the full-size picture; none if absent. */
  readonly noise?: FrameNoise | undefined;
  /** Results from the other pictures of the house. */
  readonly house?: HouseSetting | undefined;
  /** A photographer's look, applied in addition to the plain one. */
  readonly look?: Look | undefined;
  /** Layers to skip. */
  readonly without?: readonly LayerName[] | undefined;
}

/** In order of planning. */
const layers = {
  balanceWhite,
  clearGlare,
  liftForeground,
  evenLight,
  planCurve,
  clearVeils,
  pullViews,
  colourViews,
  keepKnown,
  neutralise,
  planTexture,
} as const satisfies Readonly<Record<string, Layer>>;

export type LayerName = keyof typeof layers;
export const layerNames = Object.keys(layers) as LayerName[];

/** Plans how a picture is toned; `toneStrength` scales every layer. */
export function planTone(small: SmallImage, options: ToneOptions, setting: PlanSetting): TonePlan {
  const { content, wrapX, isFused = false, noise, house, look, without = [] } = setting;
  const { evidence } = content;
  const room = Math.max(evidence.room, house?.room ?? 0);
  const outside = 1 - (house?.room ?? 0);
  const input: LayerInput = {
    ...{ small, copy: { width: small.width, height: small.height, wrapX } },
    ...{ content, options, noise, house, hasLook: look !== undefined, isFused, room },
    ...{ againstSky: evidence.againstSky * outside, night: evidence.night * outside },
    target: targetFor(look, room, options.toneStrength),
  };
  const plan = plainPlan(small);
  for (const name of layerNames) if (!without.includes(name)) Object.assign(plan, layers[name](input, plan));
  return plan;
}

/** The plan that leaves the picture unchanged. */
function plainPlan({ width, height, data }: SmallImage): TonePlan {
  const plane = (value: number, count = 1) => new Float32Array(count * width * height).fill(value);
  const gains = plane(1, 2);
  const bright = brightnesses(data, gains);
  return {
    ...{
      bright,
      open: bright,
      gains,
      lifts: plane(1),
      vividness: plane(1),
      regained: plane(1),
      views: plane(0),
      veils: plane(0),
      neutral: plane(0),
    },
    balance: { overall: [1, 1, 1], warmth: 0, tint: 0, warmthSpread: 0, confidence: 0 },
    curves: { curve: (value) => value, chroma: () => 1, white: 1, median: 0.5 },
    inRoom: 0,
    // A base equal to the luma: no texture.
    coefficients: plane(0, 2).map((_, i) => 1 - (i % 2)),
    localContrast: 0,
    saturation: 0,
  };
}
