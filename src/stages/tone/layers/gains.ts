import { luminanceOf, luminanceWeights } from "../../../image/index.ts";
import { boxMean, type Copy, type SceneContent } from "../../../ops/index.ts";

/** The factor of G for factors of R and B that keeps the luma of grey. */
export function greenGain(red: number, blue: number): number {
  const [ofRed, ofGreen, ofBlue] = luminanceWeights;
  return (1 - ofRed * red - ofBlue * blue) / ofGreen;
}

/** Factors of R, G and B that keep the luma of grey; their ratios to G have these logs. */
export function balancedGains(logRed: number, logBlue: number): [number, number, number] {
  const [red, blue] = [Math.exp(logRed), Math.exp(logBlue)];
  const luma = luminanceOf(red, 1, blue);
  return [red / luma, 1 / luma, blue / luma];
}

/**
 * Limits gains (factors of R and B, two for each pixel) so that they do not turn a neutral bright or black surface blue
 * or magenta: the glare of a window in a lamp-lit room stays neutral, and so does black glass. Paint keeps its colour.
 */
export function holdGains(
  { width, height, wrapX }: Copy,
  { samples, limiting, paint, known }: SceneContent,
  gains: Float32Array,
  amount: number,
): Float32Array {
  const cooling = new Float32Array(limiting.length);
  const magenta = new Float32Array(limiting.length);
  for (let i = 0; i < limiting.length; i++) {
    const red = Math.log(gains[2 * i]);
    const green = Math.log(greenGain(gains[2 * i], gains[2 * i + 1]));
    const blue = Math.log(gains[2 * i + 1]);
    cooling[i] = (blue - red) / 2;
    magenta[i] = (red + blue) / 2 - green;
    if (samples[3 * i + 2] === 0) continue;
    const warmth = (samples[3 * i] - samples[3 * i + 1]) / 2;
    const greenness = -(samples[3 * i] + samples[3 * i + 1]) / 2;
    const share = amount * limiting[i] * (1 - paint[i]) * (1 - known[i]);
    cooling[i] -= share * beyond(cooling[i], warmth);
    magenta[i] -= share * beyond(magenta[i], greenness);
  }
  const soft = (data: Float32Array) => boxMean({ width, height, data }, 2, wrapX);
  const [cool, tint] = [soft(cooling), soft(magenta)];
  const held = new Float32Array(gains.length);
  for (let i = 0; i < limiting.length; i++)
    [held[2 * i], , held[2 * i + 1]] = balancedGains(tint[i] - cool[i], tint[i] + cool[i]);
  return held;
}

/** The part of a correction that exceeds the cast that was found. */
function beyond(correction: number, found: number): number {
  return correction > 0 ? Math.max(0, correction - Math.max(0, found)) : 0;
}
