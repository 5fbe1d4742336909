/** A grid of cells over a picture. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture, along each axis, that one cell covers. */
  readonly factor: number;
}

/** Maps a point of the resulting picture (in pixels, centres at integers) to the picture that has the planes. */
export type PointMap = (x: number, y: number) => { readonly x: number; readonly y: number };

/**
 * Resamples planes of a grid, one value a cell, to a picture of another geometry: bilinear between the centres of
 * cells, constant outside the grid. The third argument has the size of the picture in pixels and the `factor` of its
 * cells.
 */
export function warpPlanes(
  planes: readonly Float32Array[],
  grid: CellGrid,
  { width: pixelWidth, height: pixelHeight, factor }: CellGrid,
  sourceOf: PointMap,
): CellGrid & { readonly planes: Float32Array[] } {
  const width = Math.ceil(pixelWidth / factor);
  const height = Math.ceil(pixelHeight / factor);
  const warped = planes.map(() => new Float32Array(width * height));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = sourceOf((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
      const column = Math.min(grid.width - 1, Math.max(0, (source.x + 0.5) / grid.factor - 0.5));
      const row = Math.min(grid.height - 1, Math.max(0, (source.y + 0.5) / grid.factor - 0.5));
      const [left, top] = [Math.floor(column), Math.floor(row)];
      const [right, bottom] = [Math.min(grid.width - 1, left + 1), Math.min(grid.height - 1, top + 1)];
      const [across, down] = [column - left, row - top];
      for (let p = 0; p < planes.length; p++) {
        const plane = planes[p];
        const upper = plane[top * grid.width + left] * (1 - across) + plane[top * grid.width + right] * across;
        const lower = plane[bottom * grid.width + left] * (1 - across) + plane[bottom * grid.width + right] * across;
        warped[p][y * width + x] = upper * (1 - down) + lower * down;
      }
    }
  }
  return { width, height, factor, planes: warped };
}

/** Resamples planes to a grid with cells of another size over the same picture. */
export function planesOver(planes: readonly Float32Array[], grid: CellGrid, over: CellGrid): Float32Array[] {
  const { width, height, factor } = over;
  const size = { width: width * factor, height: height * factor, factor };
  return warpPlanes(planes, grid, size, (x, y) => ({ x, y })).planes;
}
