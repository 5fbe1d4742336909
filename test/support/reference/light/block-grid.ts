/**
 * Position of a pixel between the centres of blocks of `factor` pixels, along one axis; constant outside the outermost
 * centres.
 */
export interface BlockPosition {
  readonly first: number;
  readonly second: number;
  readonly share: number;
}

export function blockPosition(pixel: number, factor: number, blocks: number): BlockPosition {
  const position = Math.min(blocks - 1, Math.max(0, (pixel + 0.5) / factor - 0.5));
  const first = Math.floor(position);
  return { first, second: Math.min(blocks - 1, first + 1), share: position - first };
}

/**
 * A plane of block values, with `columns` in a row and offset `start`, interpolated linearly between the blocks'
 * centres.
 */
export function readBlocks(
  plane: Float32Array,
  start: number,
  columns: number,
  u: BlockPosition,
  v: BlockPosition,
): number {
  const row = (j: number) => mix(plane[start + j * columns + u.first], plane[start + j * columns + u.second], u.share);
  return mix(row(v.first), row(v.second), v.share);
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
