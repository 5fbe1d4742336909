import {
  type FisheyeTerms,
  type IntegerImage,
  type Mosaic,
  type OpcodeRect,
  type RawOpcode,
  type Rect,
  swapsAxes,
  toOrientation,
  type WarpTerms,
} from "../../image/index.ts";
import { buildGrid, type LensCorrection, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { changesSamples } from "./opcodes.ts";
import type { DecodeOptions } from "./options.ts";
import { opcodes } from "./params.ts";

type Warp = Extract<RawOpcode, { readonly kind: "warpRectilinear" | "warpFisheye" }>;

export function isWarp(opcode: RawOpcode): opcode is Warp {
  return opcode.kind === "warpRectilinear" || opcode.kind === "warpFisheye";
}

/**
 * Applies WarpRectilinear or WarpFisheye (DNG specification 1.7, chapter 7) to the picture: terms about a centre, with
 * radius 1 at the farthest corner; with three planes, each channel has its own. The trimmed border of a picture is left
 * as it is and is not a source of pixels. The result is new; the caller releases both.
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

/** Calls `call` for each row with its offset in the picture and in the part, in samples. */
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

/** Terms in the angle from the axis, which convert a fisheye picture to a rectilinear one. */
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

/** A warp that a later stage applies as it resamples the picture anyway, and the mosaic without it. */
interface LaterWarp {
  readonly correction: LensCorrection;
  readonly mosaic: Mosaic;
}

/**
 * The file's WarpRectilinear as a correction of the upright picture, if it can be applied last: it is the last change
 * that the file states, radial, the same for all colours, centred on the picture, and does not need pixels outside the
 * crop. `undefined` if it must be applied in order.
 */
export function laterWarp(mosaic: Mosaic, { rawProfile }: DecodeOptions): LaterWarp | undefined {
  const { width, height, opcodes: asked = [], crop = { x: 0, y: 0, width, height } } = mosaic;
  const late = asked.filter((opcode) => opcode.list === 3 && changesSamples(opcode));
  const warp = late.at(-1);
  if (warp?.kind !== "warpRectilinear" || late.filter(isWarp).length > 1 || warp.picture) return undefined;
  const [[k0, k1, k2, k3, t0, t1], ...others] = warp.planes;
  if (others.length > 0 || t0 !== 0 || t1 !== 0) return undefined;
  // A gain table applies to the warped picture.
  if (rawProfile === "auto" && mosaic.profile?.gainTableMap) return undefined;
  const [cx, cy] = [warp.centerX * (width - 1), warp.centerY * (height - 1)];
  const unitsPerPx = 1 / Math.max(1, Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy)));
  const isCentred =
    Math.abs(crop.x + (crop.width - 1) / 2 - cx) <= opcodes.tolerancePx &&
    Math.abs(crop.y + (crop.height - 1) / 2 - cy) <= opcodes.tolerancePx;
  const factor = (r: number) => k0 + r * r * (k1 + r * r * (k2 + r * r * k3));
  if (!isCentred || !staysWithin(crop, unitsPerPx, factor)) return undefined;
  const turned = swapsAxes(toOrientation(mosaic.orientation));
  const correction: LensCorrection = {
    width: turned ? crop.height : crop.width,
    height: turned ? crop.width : crop.height,
    scale: 1,
    distortion: { unitsPerPx, terms: [k0, 0, k1, 0, k2, 0, k3] },
  };
  const isOther = (opcode: RawOpcode) => opcode !== warp;
  return { correction, mosaic: { ...mosaic, opcodes: asked.filter(isOther) } };
}

/** Whether the sources of the crop's border are inside the crop. */
function staysWithin({ width, height }: Rect, unitsPerPx: number, factor: (r: number) => number): boolean {
  const [shorter, longer] = [Math.min(width, height) / 2, Math.hypot(width, height) / 2];
  for (let i = 0; i <= opcodes.borderSteps; i++) {
    const radiusPx = shorter + ((longer - shorter) * i) / opcodes.borderSteps;
    const grows = Math.abs(factor(radiusPx * unitsPerPx)) - 1;
    if (grows * radiusPx > opcodes.tolerancePx) return false;
  }
  return true;
}
