import type { F32, U8 } from "../../image/index.ts";
import { alignTile, alignTileColumns } from "../../kernels/index.ts";

/** Template and frame with matched tones, divided into tiles that are compared one by one. */
export interface ComparedPair {
  /** Size of the template's plane; transforms are between coordinates of such planes. */
  readonly width: number;
  readonly height: number;
  /** The brighter frame, which has the cleaner gradients; motion is estimated on its pixels. */
  readonly template: F32;
  /** 1 for template pixels that must not be compared. */
  readonly blocked: U8;
  readonly templateStride: number;
  readonly frame: F32;
  readonly frameStride: number;
  /** 1: `frame` holds coefficients of a cubic B-spline. */
  readonly spline: 0 | 1;
  /** Table of the kernel, one row per tile. */
  readonly tiles: Int32Array<SharedArrayBuffer>;
  /** Minimum squared gradient of a used template pixel. */
  readonly minSquare: number;
}

export function tableOf(count: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(count * alignTileColumns * 4));
}

export function countTiles({ tiles }: Pick<ComparedPair, "tiles">): number {
  return tiles.length / alignTileColumns;
}

/** Centre of a tile, in template pixels. */
export function tileCentre({ tiles }: ComparedPair, index: number): { readonly x: number; readonly y: number } {
  const row = index * alignTileColumns;
  return {
    x: tiles[row + alignTile.x] + (tiles[row + alignTile.width] - 1) / 2,
    y: tiles[row + alignTile.y] + (tiles[row + alignTile.height] - 1) / 2,
  };
}

/**
 * Divides a plane of width × height completely into tiles of `tilePx`, row by row; both frames are planes of that size.
 * Pixels closer than `marginPx` to a border are not compared.
 */
export function planeTiles(
  width: number,
  height: number,
  tilePx: number,
  marginPx: number,
): Int32Array<SharedArrayBuffer> {
  const across = Math.ceil(width / tilePx);
  const tiles = tableOf(across * Math.ceil(height / tilePx));
  const patch = marginPx - 1;
  const [frameWidth, frameHeight] = [width - 2 * patch, height - 2 * patch];
  for (let row = 0, index = 0; row < tiles.length; row += alignTileColumns, index++) {
    const [left, top] = [(index % across) * tilePx, Math.floor(index / across) * tilePx];
    const [x, y] = [Math.max(marginPx, left), Math.max(marginPx, top)];
    const right = Math.min(width - marginPx, left + tilePx);
    const bottom = Math.min(height - marginPx, top + tilePx);
    const frameAt = patch * width + patch;
    tiles.set([x, y, right - x, bottom - y, y * width + x, frameAt, patch, patch, frameWidth, frameHeight], row);
  }
  return tiles;
}
