import type { SceneContent, SmallImage } from "../../../../src/ops/index.ts";
import { resolveOptions } from "../../../../src/options/index.ts";
import { type ToneOptionsInput, toneOptions } from "../../../../src/stages/tone/index.ts";
import type { LayerInput, TonePlan } from "../../../../src/stages/tone/layer.ts";
import { targetFor } from "../../../../src/stages/tone/look/index.ts";
import { layerNames, planTone } from "../../../../src/stages/tone/plan.ts";

interface Drawn {
  readonly content?: Partial<SceneContent>;
  readonly options?: ToneOptionsInput;
  readonly setting?: Partial<LayerInput>;
  readonly plan?: Partial<TonePlan>;
}

/**
 * What a layer reads for a small copy of a room: neither views nor paint, all of it grey, and a plan that changes
 * nothing.
 */
export function drawn(
  small: SmallImage,
  { content: given, options: asked = {}, setting, plan: planned }: Drawn = {},
): [LayerInput, TonePlan] {
  const { width, height } = small;
  const plane = (value: number, count = 1) => new Float32Array(count * width * height).fill(value);
  const content: SceneContent = {
    evidence: {
      ...{ walls: 0.5, uprights: 0.8, sky: 0, darkSky: 0, foliage: 0, brightTop: 0 },
      ...{ room: 1, dim: 0, againstSky: 0, night: 0 },
    },
    ...{ red: 0, blue: 0, confidence: 1, level: 0.55 },
    samples: plane(0, 3).map((_, i) => (i % 3 === 2 ? 1 : 0)),
    ...{
      pale: plane(1),
      grey: plane(1),
      washed: plane(0),
      clipped: plane(0),
      brights: plane(0),
      glare: 0,
      ceilings: plane(0),
      walls: plane(1),
      floors: plane(0),
      limiting: plane(0),
    },
    ...{ dark: plane(0), paint: plane(0), views: plane(0), ground: plane(0), veils: plane(0), sources: plane(0) },
    ...{ known: plane(0), knownLight: { red: 0, blue: 0, confidence: 0 } },
    ...given,
  };
  const options = resolveOptions("tone", toneOptions, asked);
  const input: LayerInput = {
    ...{ small, content, options, copy: { width, height, wrapX: false } },
    ...{ noise: undefined, house: undefined, hasLook: false, isFused: false, room: 1, againstSky: 0, night: 0 },
    target: targetFor(undefined, 1, options.toneStrength),
    ...setting,
  };
  const nothing = planTone(small, options, { content, wrapX: false, without: layerNames });
  return [input, { ...nothing, inRoom: 1, ...planned }];
}
