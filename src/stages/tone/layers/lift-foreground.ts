import { guidedCoefficients } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import {
  foregroundEdge,
  foregroundEvenness,
  foregroundEvennessFused,
  foregroundLevel,
  foregroundShare,
  mostForegroundLift,
} from "./light-params.ts";

/**
 * Lifts dark parts before a bright sky; what lies at the light of the sky stays, so that it is not paid for by the
 * sky's own tones. The base is edge-preserving (guided filter, He, Sun, Tang 2013), so that no halo stands round a
 * roof.
 */
export const liftForeground: Layer = ({ copy, small, options, againstSky, isFused }, plan) => {
  const amount = options.toneStrength * options.autoExposure * againstSky;
  if (amount === 0) return {};
  const { width, height, wrapX } = copy;
  const share = isFused ? foregroundEvennessFused : foregroundEvenness;
  const radius = Math.max(1, Math.round(Math.max(width, height) * foregroundShare));
  const base = guidedCoefficients({ width, height, data: plan.bright }, radius, foregroundEdge ** 2, wrapX);
  const lifts = plan.lifts.map((lift, i) => {
    const light = Math.max(0.02, base[2 * i] * plan.bright[i] + base[2 * i + 1]);
    return lift * Math.min(mostForegroundLift, Math.max(1, foregroundLevel / light) ** (share * amount));
  });
  return { lifts, open: liftedBrightness(small.data, { ...plan, lifts }) };
};
