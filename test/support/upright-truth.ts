import { type Camera, cameraAxes, canon16to35, focalPx } from "../../fixtures/scene/index.ts";
import { applyHomography, type Homography, invertHomography } from "../../src/image/index.ts";
import type { LensCorrection } from "../../src/ops/index.ts";

/**
 * Mean lean, in degrees, of the pictures of world verticals all over a picture, once `homography` (target to picture)
 * is applied; `scale` is that of the picture's lens correction.
 */
export function meanLeanDeg(
  homography: Homography,
  camera: Camera,
  { width, height }: { readonly width: number; readonly height: number },
  scale = 1,
): number {
  const { right, up, forward } = cameraAxes(camera);
  const focal = focalPx(camera, width, height) * scale;
  const toTarget = invertHomography(homography);
  let sum = 0;
  for (let j = 0; j < 5; j++) {
    for (let i = 0; i < 5; i++) {
      const [x, y] = [((width - 1) * i) / 4, ((height - 1) * j) / 4];
      const [viewX, viewY] = [(x - (width - 1) / 2) / focal, (y - (height - 1) / 2) / focal];
      // The world's up is (0, 0, 1): how the picture of a point moves when the point rises.
      const rise = [right[2] - viewX * forward[2], -up[2] - viewY * forward[2]];
      const [foot, head] = [applyHomography(toTarget, x, y), applyHomography(toTarget, x + rise[0], y + rise[1])];
      sum += Math.abs(Math.atan2(head.x - foot.x, foot.y - head.y));
    }
  }
  return ((sum / 25) * 180) / Math.PI;
}

/** What takes the renderer's lens out of its pictures. */
export function canonCorrection(width: number, height: number): LensCorrection {
  const { a, b, c } = canon16to35.distortion;
  const unitsPerPx = 2 / Math.min(width, height);
  return { width, height, scale: 1.06, distortion: { unitsPerPx, terms: [1 - a - b - c, c, b, a] } };
}
