import type { Box, RoomPlan } from "./room-plan.ts";

/** Distance of every pixel's centre to the nearest window's outline, px; 0 inside. Euclidean, as halos spread. */
export function distanceToWindows({ width, height, windows }: RoomPlan): Float32Array {
  const distance = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      distance[y * width + x] = Math.min(...windows.map(({ box }) => distanceTo(box, x, y)));
  }
  return distance;
}

/** Which side of which window a pixel lies at (0 to 15), and how far along that side, px. */
export function nearestOpening({ windows }: RoomPlan, x: number, y: number): { side: number; along: number } {
  let nearest = 0;
  for (let i = 1; i < windows.length; i++)
    if (distanceTo(windows[i].box, x, y) < distanceTo(windows[nearest].box, x, y)) nearest = i;
  const { box } = windows[nearest];
  const [dx, dy] = [beyond(x, box.x, box.width), beyond(y, box.y, box.height)];
  const beside = Math.abs(dx) >= Math.abs(dy);
  const side = beside ? (dx < 0 ? 0 : 1) : dy < 0 ? 2 : 3;
  return { side: 4 * nearest + side, along: beside ? y - box.y : x - box.x };
}

function distanceTo(box: Box, x: number, y: number): number {
  return Math.hypot(beyond(x, box.x, box.width), beyond(y, box.y, box.height));
}

/** How far a pixel lies outside [start, start + length), counted from the nearest pixel inside; negative before it. */
function beyond(at: number, start: number, length: number): number {
  if (at < start) return at - start;
  return Math.max(0, at - (start + length - 1));
}
