import { boxMean } from "./box-mean.ts";
import type { Plane } from "./ssim.ts";

/**
 * Coefficients of the fast guided filter with the picture as its own guide (He & Sun 2015): base = a·y + c, a = v/(v +
 * ε²/(v + ε)), where v is the variance of the window. With ε instead of ε²/(v + ε), which is nearly ε where the
 * variance is small, a strong edge would leave a share of ε/v of itself in the texture: a halo (the edge-aware weights
 * of Li et al. 2015 are of the same kind). Returns width × height × 2 floats, (a, c) averaged over the window, which
 * the kernel interpolates at full size. `wrapX` makes the plane periodic in x, so that a 360° picture has no seam.
 */
export function guidedCoefficients(luma: Plane, radius: number, epsilon: number, wrapX: boolean): Float32Array {
  const { width, height, data } = luma;
  const blur = (plane: Float32Array) => boxMean({ width, height, data: plane }, radius, wrapX);
  const mean = blur(data);
  const squares = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) squares[i] = data[i] * data[i];
  const square = blur(squares);
  const slopes = new Float32Array(data.length);
  const offsets = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const m = mean[i];
    const variance = Math.max(0, square[i] - m * m);
    const edge = variance * (variance + epsilon);
    slopes[i] = edge / (edge + epsilon ** 2);
    offsets[i] = m * (1 - slopes[i]);
  }
  const [meanSlopes, meanOffsets] = [blur(slopes), blur(offsets)];
  const coefficients = new Float32Array(width * height * 2);
  for (let i = 0; i < meanSlopes.length; i++) {
    coefficients[2 * i] = meanSlopes[i];
    coefficients[2 * i + 1] = meanOffsets[i];
  }
  return coefficients;
}
