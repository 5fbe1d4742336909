import { type Room, surfaces } from "./render-room.ts";
import type { Box } from "./room-plan.ts";

/** The measurable part of a wall, cut into patches. Pixel indices are row-major. */
export interface WallPatches {
  /** Wall far from all windows: the reference for the rest. */
  readonly far: Uint32Array;
  /** Pixels of each patch: a part of a ring around a window. */
  readonly near: readonly Uint32Array[];
}

const nearPx = { from: 3, to: 400 };
/**
 * Growth of the width of successive rings around a window, and maximum length of their patches: small enough not to
 * hide a halo.
 */
const ringGrowth = 1.35;
const patchPx = 64;
/** Minimum number of pixels of a patch, because of grain. */
export const minPatch = 32;
/** Minimum distance of measured wall from furniture, in pixels, so that edges of furniture have no effect. */
const guardPx = 12;

/** Cuts the plain wall 3 to 400 px from the windows into patches. */
export function cutWall(room: Room): WallPatches {
  const { width, height, windows } = room.plan;
  const beside = besideThings(room);
  const distances: number[] = [];
  const pixels: number[] = [];
  const patches = new Map<number, number[]>();
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      if (room.surface[pixel] !== surfaces.wall || beside[pixel]) continue;
      let nearest = 0;
      let distance = Number.POSITIVE_INFINITY;
      for (let i = 0; i < windows.length; i++) {
        const other = distanceTo(windows[i].box, x, y);
        if (other < distance) [nearest, distance] = [i, other];
      }
      distances.push(distance);
      pixels.push(pixel);
      if (distance < nearPx.from || distance > nearPx.to) continue;
      const ring = Math.floor(Math.log(distance / nearPx.from) / Math.log(ringGrowth));
      const key = (ring * windows.length + nearest) * 4096 + stretchAlong(windows[nearest].box, x, y);
      const patch = patches.get(key);
      if (patch) patch.push(pixel);
      else patches.set(key, [pixel]);
    }
  }
  const limit = farDistance(distances);
  const far = pixels.filter((_, i) => distances[i] >= limit);
  const near = [...patches.values()].filter((patch) => patch.length >= minPatch);
  return { far: Uint32Array.from(far), near: near.map((patch) => Uint32Array.from(patch)) };
}

/** Distance beyond which the wall is far: 400 px, or less if that would leave less than a tenth of the wall. */
function farDistance(distances: readonly number[]): number {
  const counts = new Uint32Array(nearPx.to + 1);
  for (const distance of distances) counts[Math.min(nearPx.to, Math.floor(distance))]++;
  let limit = nearPx.to;
  for (let beyond = counts[limit]; beyond < 0.1 * distances.length; beyond += counts[limit]) limit--;
  return limit;
}

/** Index of the side of a box next to a pixel, and of the part of that side. */
function stretchAlong(box: Box, x: number, y: number): number {
  const [dx, dy] = [beyond(x, box.x, box.width), beyond(y, box.y, box.height)];
  const beside = Math.abs(dx) >= Math.abs(dy);
  const side = beside ? (dx < 0 ? 0 : 1) : dy < 0 ? 2 : 3;
  const along = beside ? y - box.y : x - box.x;
  return side * 1024 + Math.floor(along / patchPx) + 512;
}

/** Euclidean distance, as for the spread of halos; 1 at the first pixel outside. */
function distanceTo(box: Box, x: number, y: number): number {
  return Math.hypot(beyond(x, box.x, box.width), beyond(y, box.y, box.height));
}

/** Distance of a pixel outside [start, start + length) from the nearest pixel inside; negative before it. */
function beyond(at: number, start: number, length: number): number {
  if (at < start) return at - start;
  return Math.max(0, at - (start + length - 1));
}

/** 1 for every pixel within {@link guardPx} of an object that is neither wall nor window. */
function besideThings({ surface, plan: { width, height } }: Room): Uint8Array {
  const rows = new Uint8Array(surface.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const found = surface[y * width + x];
      if (found !== surfaces.other && found < surfaces.plain) continue;
      rows.fill(1, y * width + Math.max(0, x - guardPx), y * width + Math.min(width, x + guardPx + 1));
    }
  }
  const near = new Uint8Array(surface.length);
  for (let y = 0; y < height; y++) {
    for (let from = Math.max(0, y - guardPx); from <= Math.min(height - 1, y + guardPx); from++)
      for (let x = 0; x < width; x++) near[y * width + x] |= rows[from * width + x];
  }
  return near;
}
