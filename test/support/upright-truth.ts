import { type Camera, cameraAxes, canon16to35, focalPx, type Vec3 } from "../../fixtures/scene/index.ts";
import { dot } from "../../fixtures/scene/vector.ts";
import { applyHomography, type Homography, invertHomography } from "../../src/image/index.ts";
import type { LensCorrection } from "../../src/ops/index.ts";

type Size = { readonly width: number; readonly height: number };

/**
 * Mean lean, in degrees, of images of world verticals over a picture, after `homography` (target to picture) is
 * applied; `scale` is that of the picture's lens correction.
 */
export function meanLeanDeg(homography: Homography, camera: Camera, size: Size, scale = 1): number {
  return meanAngleDeg([0, 0, 1], homography, camera, size, scale);
}

/** Mean slope, in degrees, of images of level lines on a wall that faces `wallYawDeg`. */
export function meanSlopeDeg(wallYawDeg: number, homography: Homography, camera: Camera, size: Size): number {
  const yaw = (wallYawDeg * Math.PI) / 180;
  return 90 - meanAngleDeg([Math.cos(yaw), -Math.sin(yaw), 0], homography, camera, size);
}

/** Mean angle between upright and the images of lines in a direction of the world, in degrees, 0 to 90. */
function meanAngleDeg(line: Vec3, homography: Homography, camera: Camera, { width, height }: Size, scale = 1): number {
  const { right, up, forward } = cameraAxes(camera);
  const focal = focalPx(camera, width, height) * scale;
  const toTarget = invertHomography(homography);
  const [along, above, ahead] = [dot(line, right), dot(line, up), dot(line, forward)];
  let sum = 0;
  for (let j = 0; j < 5; j++) {
    for (let i = 0; i < 5; i++) {
      const [x, y] = [((width - 1) * i) / 4, ((height - 1) * j) / 4];
      const [viewX, viewY] = [(x - (width - 1) / 2) / focal, (y - (height - 1) / 2) / focal];
      // Movement of the image of a point as the point moves along the line.
      const rise = [along - viewX * ahead, -above - viewY * ahead];
      const [foot, head] = [applyHomography(toTarget, x, y), applyHomography(toTarget, x + rise[0], y + rise[1])];
      sum += Math.abs(Math.atan((head.x - foot.x) / (foot.y - head.y)));
    }
  }
  return ((sum / 25) * 180) / Math.PI;
}

/** The correction of the renderer's lens. */
export function canonCorrection(width: number, height: number): LensCorrection {
  const { a, b, c } = canon16to35.distortion;
  const unitsPerPx = 2 / Math.min(width, height);
  return { width, height, scale: 1.06, distortion: { unitsPerPx, terms: [1 - a - b - c, c, b, a] } };
}
