import type { FisheyeTerms, IntegerImage, RawOpcode, WarpTerms } from "../../image/index.ts";
import { buildGrid, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

export type Warp = Extract<RawOpcode, { readonly kind: "warpRectilinear" | "warpFisheye" }>;

export function isWarp(opcode: RawOpcode): opcode is Warp {
  return opcode.kind === "warpRectilinear" || opcode.kind === "warpFisheye";
}

/**
 * The picture as WarpRectilinear or WarpFisheye wants it (DNG specification 1.6, chapter 7): by terms about a centre,
 * radius 1 at the farthest corner; three planes take each its own. The result is new; the caller releases both.
 */
export async function warpPicture(
  image: IntegerImage,
  warp: Warp,
  { kernels, memory }: StageContext,
): Promise<IntegerImage> {
  const { width, height } = image;
  const { planes, centerX, centerY } = warp;
  const at = warp.kind === "warpFisheye" ? bentBy(warp.planes) : warpedBy(warp.planes);
  const [cx, cy] = [centerX * (width - 1), centerY * (height - 1)];
  const unit = Math.max(1, Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy)));
  const sourceOf = (x: number, y: number, channel: number) => {
    const [dx, dy] = at(channel, (x - cx) / unit, (y - cy) / unit);
    return { x: cx + dx * unit, y: cy + dy * unit };
  };
  const mapChannels = planes.length === 3 ? 3 : 1;
  const grid = buildGrid(width, height, { sourceOf, mapChannels }, memory);
  const result = await warpImage(image, grid, { kernels, memory });
  memory.release(grid.positions);
  return result;
}

type Place = (channel: number, x: number, y: number) => readonly [number, number];

/** Radial and tangential terms. */
function warpedBy(planes: readonly WarpTerms[]): Place {
  return (channel, x, y) => {
    const [k0, k1, k2, k3, t0, t1] = planes[channel] ?? planes[0];
    const r2 = x * x + y * y;
    const radial = k0 + r2 * (k1 + r2 * (k2 + r2 * k3));
    return [radial * x + t0 * 2 * x * y + t1 * (r2 + 2 * x * x), radial * y + t1 * 2 * x * y + t0 * (r2 + 2 * y * y)];
  };
}

/** Radii by the angle from the axis, which makes a rectilinear picture of a fisheye's. */
function bentBy(planes: readonly FisheyeTerms[]): Place {
  return (channel, x, y) => {
    const [k0, k1, k2, k3] = planes[channel] ?? planes[0];
    const radius = Math.hypot(x, y);
    const angle = Math.atan(radius);
    const a2 = angle * angle;
    const factor = (radius > 0 ? angle / radius : 1) * (k0 + a2 * (k1 + a2 * (k2 + a2 * k3)));
    return [factor * x, factor * y];
  };
}
