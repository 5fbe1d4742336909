import type { IntegerImage, RawOpcode, WarpTerms } from "../../image/index.ts";
import { buildGrid, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/**
 * The picture as WarpRectilinear wants it (DNG specification 1.6, chapter 7): radial and tangential terms about a
 * centre, radius 1 at the farthest corner; three planes take each its own. The result is new; the caller releases both.
 */
export async function warpPicture(
  image: IntegerImage,
  { planes, centerX, centerY }: RawOpcode & { kind: "warpRectilinear" },
  { kernels, memory }: StageContext,
): Promise<IntegerImage> {
  const { width, height } = image;
  const [cx, cy] = [centerX * (width - 1), centerY * (height - 1)];
  const unit = Math.max(1, Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy)));
  const sourceOf = (x: number, y: number, channel: number) => {
    const [dx, dy] = warped(planes[channel] ?? planes[0], (x - cx) / unit, (y - cy) / unit);
    return { x: cx + dx * unit, y: cy + dy * unit };
  };
  const mapChannels = planes.length === 3 ? 3 : 1;
  const grid = buildGrid(width, height, { sourceOf, mapChannels }, memory);
  const result = await warpImage(image, grid, { kernels, memory });
  memory.release(grid.positions);
  return result;
}

function warped([k0, k1, k2, k3, t0, t1]: WarpTerms, x: number, y: number): readonly [number, number] {
  const r2 = x * x + y * y;
  const radial = k0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [radial * x + t0 * 2 * x * y + t1 * (r2 + 2 * x * x), radial * y + t1 * 2 * x * y + t0 * (r2 + 2 * y * y)];
}
