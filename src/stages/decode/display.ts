import {
  type IntegerImage,
  type Mosaic,
  type PixelMemory,
  type Rect,
  swapsAxes,
  toOrientation,
  type U16,
} from "../../image/index.ts";
import { numbersIn } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { balancedSamples, redOf } from "./demosaic.ts";
import { bandRows, headroom } from "./params.ts";
import { type ToneCurve, toneTable } from "./tone-table.ts";

/** Conversion from a camera's colours to display colours. */
export interface Look {
  /** Matrix from balanced camera RGB to linear sRGB, 3 × 3. */
  readonly matrix: readonly number[];
  /** Clipping level of each channel. */
  readonly clip: readonly number[];
  readonly curve: ToneCurve;
}

/** Develops a Bayer mosaic without steps between demosaic and display colours; cropped and upright. */
export async function bayerToDisplay(
  mosaic: Mosaic,
  gains: readonly [number, number, number],
  look: Look,
  bits: 8 | 16,
  context: StageContext,
): Promise<IntegerImage> {
  const { kernels, memory } = context;
  const { orientation, crop, size } = layoutOf(mosaic);
  const samples = await balancedSamples(mosaic, gains, context);
  const tables = tablesOf(look, memory);
  const length = size.width * size.height * 3;
  const target = bits === 8 ? memory.u8(length) : memory.u16(length);
  const { source, black, scale } = samples;
  const { width, height } = mosaic;
  const cut = { left: crop.x, top: crop.y, cropWidth: crop.width, cropHeight: crop.height };
  const args = { source, target, black, scale, ...tables.views, width, height, ...redOf(mosaic), ...cut };
  await kernels.run("developBayer", { ...args, ...placing(orientation, crop) }, crop.height, bandRows.develop);
  tables.release();
  samples.release();
  return { ...size, channels: 3, data: target, space: "srgb" };
}

/**
 * Crops linear light, turns it upright and converts it to display colours; 16 bits are written over `linear` if the
 * layout does not change.
 */
export async function toDisplay(
  mosaic: Mosaic,
  linear: U16,
  look: Look,
  bits: 8 | 16,
  { kernels, memory }: StageContext,
): Promise<IntegerImage> {
  const { orientation, crop, size } = layoutOf(mosaic);
  const inPlace = orientation === 1 && size.width === mosaic.width && size.height === mosaic.height;
  const target = inPlace ? linear : memory.u16(size.width * size.height * 3);
  const tables = tablesOf(look, memory);
  const args = { source: linear, target, ...tables.views, ...size, ...walk(orientation, crop, mosaic.width) };
  await kernels.run("developColor", args, size.height);
  tables.release();
  if (bits === 16) return { ...size, channels: 3, data: target, space: "srgb" };
  const data = memory.u8(target.length);
  await kernels.run("narrow", { source: target, target: data, rowSamples: size.width * 3 }, size.height);
  if (target !== linear) memory.release(target);
  return { ...size, channels: 3, data, space: "srgb" };
}

function layoutOf({ width, height, orientation: exif, crop = { x: 0, y: 0, width, height } }: Mosaic) {
  const orientation = toOrientation(exif);
  const size = swapsAxes(orientation)
    ? { width: crop.height, height: crop.width }
    : { width: crop.width, height: crop.height };
  return { orientation, crop, size };
}

function tablesOf(look: Look, memory: PixelMemory) {
  const matrix = numbersIn(
    memory,
    look.matrix.map((value) => value / headroom),
  );
  const views = { matrix, clip: numbersIn(memory, look.clip), curve: toneTable(look.curve, headroom, memory) };
  const release = () => {
    for (const view of Object.values(views)) memory.release(view);
  };
  return { views, release };
}

/**
 * Positions of the upright picture's pixels in the stored rows of `stride` pixels, by EXIF orientation: start + x ·
 * stepX + y · stepY.
 */
export function walk(orientation: number, { x, y, width, height }: Rect, stride: number) {
  const first = y * stride + x;
  const right = first + width - 1;
  const bottom = first + (height - 1) * stride;
  const last = bottom + width - 1;
  const [start, stepX, stepY] = [
    [first, 1, stride],
    [right, -1, stride],
    [last, -1, -stride],
    [bottom, 1, -stride],
    [first, stride, 1],
    [bottom, -stride, 1],
    [last, -stride, -1],
    [right, stride, -1],
  ][orientation - 1];
  return { start, stepX, stepY };
}

/** Position in the upright picture of the crop's pixel (x, y), by EXIF orientation: start + x · stepX + y · stepY. */
function placing(orientation: number, { width, height }: Rect) {
  const last = width * height - 1;
  const [start, stepX, stepY] = [
    [0, 1, width],
    [width - 1, -1, width],
    [last, -1, -width],
    [last + 1 - width, 1, -width],
    [0, height, 1],
    [height - 1, height, -1],
    [last, -height, -1],
    [last + 1 - height, -height, 1],
  ][orientation - 1];
  return { start, stepX, stepY };
}
