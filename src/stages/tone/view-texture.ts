import { boxMean } from "../../ops/index.ts";
import type { Copy } from "./view-mean.ts";

/** Radii of the neighbourhood that tells which way texture runs and of the area over which it counts, pixels. */
const [tensorRadius, areaRadius] = [2, 8];

/** The most that one step between neighbours counts (display value), so that an edge is not texture. */
const mostStep = 0.03;

/** Crossed texture (display values a pixel) from which a place may be a view, and surely may. */
export const [texturedFrom, texturedTo] = [0.006, 0.0095];

/**
 * Texture that runs every way: the root of the lesser eigenvalue of the structure tensor (Förstner & Gülch 1987) of a
 * plane, its steps capped, display values a pixel. Its mean over an area is told: leaves, roofs and streets have
 * it; stairs, blinds, window bars and the rim of a lamp run one way and have little, however strong they are.
 */
export function crossedTexture({ width, height, wrapX }: Copy, luma: Float32Array): Float32Array {
  const [alongX, alongY, across] = [0, 1, 2].map(() => new Float32Array(luma.length));
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const left = x > 0 ? i - 1 : wrapX ? i + width - 1 : i;
      const right = x < width - 1 ? i + 1 : wrapX ? i - width + 1 : i;
      const dx = (luma[right] - luma[left]) / 2;
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
