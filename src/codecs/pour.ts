import { type IntegerImage, type Orientation, type PixelMemory, swapsAxes, turnInto } from "../image/index.ts";
import type { RowConversion } from "./color/index.ts";

/** Samples as a foreign decoder left them: interleaved, row-major; `strideSamples` apart from row to row. */
export interface ForeignPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly strideSamples?: number;
}

export type SampleExpansion = (sample: number) => number;

interface PourOptions {
  readonly memory: PixelMemory;
  readonly orientation: Orientation;
  /** Expands a colour sample to full scale, 65535 (255 in 8 bits) = 1.0. */
  readonly expand?: SampleExpansion | undefined;
  /** Expands an alpha sample to full scale. */
  readonly expandAlpha?: SampleExpansion | undefined;
  /** Whether colours are premultiplied by alpha. */
  readonly isPremultiplied?: boolean | undefined;
  readonly convert?: RowConversion | undefined;
}

interface Poured {
  readonly image: IntegerImage;
  /** Whether any pixel was not opaque. */
  readonly flattened: boolean;
  /** One sample per pixel, 1 if it was opaque and 0 otherwise; absent if all were opaque. */
  readonly opaque?: Uint8Array<ArrayBuffer>;
}

/** Number of rows rotated together, so that a column of the block fills whole cache lines of the target. */
const TURNED_BLOCK_ROWS = 64;

/**
 * The only copy from a foreign buffer to pixel memory: alpha flattened on white, grey spread to three channels,
 * samples expanded to full scale and converted to sRGB, and the EXIF orientation applied. The result has the source's
 * sample type.
 */
export function pour(source: ForeignPixels, options: PourOptions): Poured {
  const { data, width, height, channels, strideSamples = width * channels } = source;
  const { memory, orientation, expand, expandAlpha, isPremultiplied, convert } = options;
  const count = width * height * 3;
  const target = data instanceof Uint8Array ? memory.u8(count) : memory.u16(count);
  const turned = swapsAxes(orientation);
  const size = turned ? { width: height, height: width } : { width, height };
  const image: IntegerImage = { ...size, channels: 3, data: target, space: "srgb" };
  if (channels === 3 && orientation === 1 && !expand && !convert && strideSamples === width * 3) {
    target.set(data.subarray(0, count));
    return { image, flattened: false };
  }
  const blockRows = turned ? TURNED_BLOCK_ROWS : 1;
  const block =
    data instanceof Uint8Array ? new Uint8Array(width * 3 * blockRows) : new Uint16Array(width * 3 * blockRows);
  let opaque: Uint8Array<ArrayBuffer> | undefined;
  for (let y = 0; y < height; y += blockRows) {
    const rows = Math.min(blockRows, height - y);
    for (let row = 0; row < rows; row++) {
      const start = (y + row) * strideSamples;
      const from = data.subarray(start, start + width * channels);
      const to = block.subarray(row * width * 3, (row + 1) * width * 3);
      takeColor(from, to, channels);
      if (expand) for (let i = 0; i < to.length; i++) to[i] = expand(to[i]);
      if (channels === 4 && isPremultiplied) divideByAlpha(from, to, expandAlpha);
      convert?.(to);
      if (channels === 4 && flattenOnWhite(from, to, expandAlpha)) {
        opaque ??= new Uint8Array(width * height).fill(1);
        markOpaque(from, opaque.subarray((y + row) * width, (y + row + 1) * width), expandAlpha);
      }
    }
    placeRows(block, { y, rows, width, height }, target, orientation);
  }
  if (opaque === undefined) return { image, flattened: false };
  return { image, flattened: true, opaque: placed(opaque, width, height, orientation) };
}

function placed(plane: Uint8Array<ArrayBuffer>, width: number, height: number, orientation: Orientation) {
  if (orientation === 1) return plane;
  const target = new Uint8Array(plane.length);
  turnInto({ data: plane, width, height, channels: 1 }, orientation, target);
  return target;
}

function markOpaque(from: Uint8Array | Uint16Array, opaque: Uint8Array, expand: SampleExpansion | undefined): void {
  const max = from instanceof Uint8Array ? 255 : 65535;
  for (let x = 0; x < opaque.length; x++) {
    const alpha = from[4 * x + 3];
    opaque[x] = (expand ? expand(alpha) : alpha) === max ? 1 : 0;
  }
}

function takeColor(from: Uint8Array | Uint16Array, to: Uint8Array | Uint16Array, channels: 1 | 3 | 4): void {
  if (channels === 3) {
    to.set(from);
    return;
  }
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  for (let i = 0, o = 0; o < to.length; i += channels, o += 3) {
    to[o] = from[i];
    to[o + 1] = from[i + green];
    to[o + 2] = from[i + blue];
  }
}

/** Reverses premultiplication. If alpha is 0, the colour is unknown and invisible. */
function divideByAlpha(
  from: Uint8Array | Uint16Array,
  to: Uint8Array | Uint16Array,
  expand: SampleExpansion | undefined,
): void {
  const max = from instanceof Uint8Array ? 255 : 65535;
  for (let i = 3, o = 0; i < from.length; i += 4, o += 3) {
    const alpha = expand ? expand(from[i]) : from[i];
    if (alpha === max || alpha === 0) continue;
    for (let c = 0; c < 3; c++) to[o + c] = Math.min(max, Math.round((to[o + c] * max) / alpha));
  }
}

/**
 * Blends one row (`to`, with the alpha of `from`) over white, in display values; true when any pixel was not opaque.
 */
function flattenOnWhite(
  from: Uint8Array | Uint16Array,
  to: Uint8Array | Uint16Array,
  expand: SampleExpansion | undefined,
): boolean {
  const max = from instanceof Uint8Array ? 255 : 65535;
  let changed = false;
  for (let i = 3, o = 0; i < from.length; i += 4, o += 3) {
    const alpha = expand ? expand(from[i]) : from[i];
    if (alpha === max) continue;
    changed = true;
    const white = max * (max - alpha);
    to[o] = (to[o] * alpha + white) / max + 0.5;
    to[o + 1] = (to[o + 1] * alpha + white) / max + 0.5;
    to[o + 2] = (to[o + 2] * alpha + white) / max + 0.5;
  }
  return changed;
}

/** Rows of a picture in stored orientation. */
interface StoredRows {
  readonly y: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Writes `rows` rows from `y` on where the orientation puts them. EXIF 2.32, 4.6.4 A: the stored row 0 and column 0
 * are at the (1) top, left (2) top, right (3) bottom, right (4) bottom, left (5) left, top (6) right, top (7) right,
 * bottom (8) left, bottom.
 */
function placeRows(
  block: Uint8Array | Uint16Array,
  { y, rows, width, height }: StoredRows,
  target: Uint8Array | Uint16Array,
  orientation: Orientation,
): void {
  const turned = swapsAxes(orientation);
  const pitch = (turned ? height : width) * 3;
  const mirrorX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const mirrorY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  if (!turned) {
    for (let row = 0; row < rows; row++) {
      const line = block.subarray(row * width * 3, (row + 1) * width * 3);
      const start = (mirrorY ? height - 1 - y - row : y + row) * pitch;
      if (mirrorX) reversePixels(line, target, start);
      else target.set(line, start);
    }
    return;
  }
  for (let x = 0; x < width; x++) {
    const start = (mirrorX ? width - 1 - x : x) * pitch;
    for (let row = 0; row < rows; row++) {
      const o = start + (mirrorY ? height - 1 - y - row : y + row) * 3;
      const i = (row * width + x) * 3;
      target[o] = block[i];
      target[o + 1] = block[i + 1];
      target[o + 2] = block[i + 2];
    }
  }
}

function reversePixels(line: Uint8Array | Uint16Array, target: Uint8Array | Uint16Array, start: number): void {
  for (let i = 0, o = start + line.length - 3; i < line.length; i += 3, o -= 3) {
    target[o] = line[i];
    target[o + 1] = line[i + 1];
    target[o + 2] = line[i + 2];
  }
}
