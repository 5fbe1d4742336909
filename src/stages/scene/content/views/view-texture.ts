import { boxMean, type Copy, columnsBeside } from "../../../../ops/index.ts";
import { areaRadius, mostStep, tensorRadius } from "./params.ts";

/**
 * Texture that runs every way: the root of the lesser eigenvalue of the structure tensor (Förstner & Gülch 1987) of a
 * plane, its steps capped, display values a pixel. Its mean over an area is given: leaves, roofs and streets have
 * it; stairs, blinds, window bars and the rim of a lamp run one way and have little, however strong they are.
 */
export function crossedTexture({ width, height, wrapX }: Copy, luma: Float32Array): Float32Array {
  const [alongX, alongY, across] = [0, 1, 2].map(() => new Float32Array(luma.length));
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [left, right] = columnsBeside(x, width, wrapX);
      const dx = (luma[y * width + right] - luma[y * width + left]) / 2;
      const dy = (luma[below + x] - luma[above + x]) / 2;
      const step = Math.sqrt(dx * dx + dy * dy);
      const share = step > mostStep ? (mostStep / step) ** 2 : 1;
      alongX[i] = share * dx * dx;
      alongY[i] = share * dy * dy;
      across[i] = share * dx * dy;
    }
  }
  const [xx, yy, xy] = [alongX, alongY, across].map((data) => boxMean({ width, height, data }, tensorRadius, wrapX));
  const data = xx.map((x, i) => {
    const half = (x + yy[i]) / 2;
    const apart = Math.sqrt(((x - yy[i]) / 2) ** 2 + xy[i] ** 2);
    return Math.sqrt(Math.max(0, half - apart));
  });
  return boxMean({ width, height, data }, areaRadius, wrapX);
}
