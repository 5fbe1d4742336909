import type { SmallImage } from "../../ops/index.ts";

export interface WhiteBalance {
  /** Factors of the display values of R, G, B; grey keeps its luma. */
  readonly gains: readonly [number, number, number];
  /** Warm (positive) or cool cast of the surfaces taken as grey: half of log(R/B) of their display values. */
  readonly warmth: number;
  /** Magenta (positive) or green cast: half of log(R·B/G²). */
  readonly tint: number;
  /** 0 to 1: how much of the picture speaks for the estimate. */
  readonly confidence: number;
}

/** Bounds of the correction, as logs of display values: a cast further out is wood, brick or a sunset, not light. */
const maxWarmth = 0.09;
const maxTint = 0.04;

/** Width of the neighbourhood within which a surface still counts as grey: wide at first, then narrow. */
const widths = [0.13, 0.12, 0.1, 0.09, 0.08, 0.08, 0.08, 0.08];

/**
 * Estimates the cast of the light from bright, nearly neutral surfaces: walls, ceilings, tiles. A weighted mean of the
 * surfaces' log chromaticities is followed from neutral to the mode of its cluster (mean shift, Comaniciu & Meer 2002);
 * brightness weighs as in shades-of-grey (Finlayson & Trezzi 2004). Wood and brick lie too far out to pull it; blue sky and
 * foliage weigh little. `strength` is the share of the cast that the gains remove.
 */
export function estimateWhiteBalance(small: SmallImage, strength: number): WhiteBalance {
  const samples = collectSamples(small);
  let [red, blue, near] = [0, 0, 0];
  for (const width of widths) {
    let [weights, reds, blues] = [1e-9, 0, 0];
    near = 0;
    for (let i = 0; i < samples.length; i += 3) {
      const distance = (samples[i] - red) ** 2 + (samples[i + 1] - blue) ** 2;
      const closeness = Math.exp(-distance / (2 * width * width));
      const weight = samples[i + 2] * closeness;
      weights += weight;
      reds += weight * samples[i];
      blues += weight * samples[i + 1];
      near += closeness;
    }
    red = reds / weights;
    blue = blues / weights;
  }
  const share = near / (small.width * small.height);
  const confidence = Math.min(1, Math.max(0, (share - 0.02) / 0.13));
  const warmth = (red - blue) / 2;
  const tint = (red + blue) / 2;
  return { gains: gainsAgainst(warmth, tint, strength * confidence), warmth, tint, confidence };
}

/** log(R/G), log(B/G) and weight of every pixel that may be grey, three numbers each. */
function collectSamples(small: SmallImage): Float32Array {
  const samples = new Float32Array(small.width * small.height * 3);
  let count = 0;
  for (let i = 0; i < small.data.length; i += 3) {
    const [r, g, b] = [small.data[i], small.data[i + 1], small.data[i + 2]];
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if (Math.min(r, g, b) < 0.06 || Math.max(r, g, b) > 0.98) continue;
    const red = Math.log(r / g);
    const blue = Math.log(b / g);
    const isSky = blue - red > 0.1;
    const isFoliage = red < -0.03 && blue < -0.03;
    samples[count++] = red;
    samples[count++] = blue;
    samples[count++] = luma * luma * (isSky || isFoliage ? 0.25 : 1);
  }
  return samples.subarray(0, count);
}

function gainsAgainst(warmth: number, tint: number, share: number): [number, number, number] {
  const warm = Math.min(maxWarmth, Math.max(-maxWarmth, warmth)) * share;
  const magenta = Math.min(maxTint, Math.max(-maxTint, tint)) * share;
  const red = Math.exp(-(magenta + warm));
  const blue = Math.exp(-(magenta - warm));
  const luma = 0.2126 * red + 0.7152 + 0.0722 * blue;
  return [red / luma, 1 / luma, blue / luma];
}
