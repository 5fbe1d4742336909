import type { FisheyeTerms, IntegerImage, OpcodeRect, RawOpcode, Rect, WarpTerms } from "../../image/index.ts";
import { buildGrid, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

export type Warp = Extract<RawOpcode, { readonly kind: "warpRectilinear" | "warpFisheye" }>;

export function isWarp(opcode: RawOpcode): opcode is Warp {
  return opcode.kind === "warpRectilinear" || opcode.kind === "warpFisheye";
}

/**
 * The picture as WarpRectilinear or WarpFisheye wants it (DNG specification 1.7, chapter 7): by terms about a centre,
 * radius 1 at the farthest corner; three planes take each its own. Of a trimmed picture what was trimmed stays as it is
 * and out of the rest. The result is new; the caller releases both.
 */
export async function warpPicture(image: IntegerImage, warp: Warp, context: StageContext): Promise<IntegerImage> {
  const { memory } = context;
  const left = warp.picture && withinOf(image, warp.picture);
  if (!left) return warpWhole(image, warp, context);
  const part = { ...image, width: left.width, height: left.height, data: memory.u16(left.width * left.height * 3) };
  eachRow(image, left, (from, at) => part.data.set(image.data.subarray(from, from + left.width * 3), at));
  const warped = await warpWhole(part, warp, context);
  memory.release(part.data);
  const data = memory.u16(image.data.length);
  data.set(image.data);
  eachRow(image, left, (to, at) => data.set(warped.data.subarray(at, at + left.width * 3), to));
  memory.release(warped.data);
  return { ...image, data };
}

function withinOf(image: IntegerImage, { top, left, bottom, right }: OpcodeRect): Rect | undefined {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(image.width, right) - x, Math.min(image.height, bottom) - y];
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Calls with where a row begins in the picture and in the part of it, in samples. */
function eachRow(
  image: IntegerImage,
  { x, y, width, height }: Rect,
  call: (whole: number, part: number) => void,
): void {
  for (let row = 0; row < height; row++) call(((y + row) * image.width + x) * 3, row * width * 3);
}

async function warpWhole(image: IntegerImage, warp: Warp, { kernels, memory }: StageContext): Promise<IntegerImage> {
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
