/** A grid of cells, 0 or 1 each; with `wrapX` its left and right edges meet. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/** Cells within `radius` (a square) of a set one. */
export function dilate(mask: Uint8Array, grid: Grid, radius: number): Uint8Array<ArrayBuffer> {
  const { width, height, wrapX } = grid;
  const wide = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (!mask[row + x]) continue;
      for (let u = x - radius; u <= x + radius; u++) {
        if (u >= 0 && u < width) wide[row + u] = 1;
        else if (wrapX) wide[row + (((u % width) + width) % width)] = 1;
      }
    }
  }
  const result = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const [first, last] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)];
    for (let x = 0; x < width; x++) {
      if (wide[y * width + x]) for (let v = first; v <= last; v++) result[v * width + x] = 1;
    }
  }
  return result;
}

/** The opposite of {@link dilate}: cells whose whole surroundings are set; outside the grid counts as set. */
export function erode(mask: Uint8Array, grid: Grid, radius: number): Uint8Array<ArrayBuffer> {
  return dilate(
    mask.map((value) => 1 - value),
    grid,
    radius,
  ).map((value) => 1 - value);
}

/** How many cells are set within `radius` (a square) of each; outside the grid none is. */
export function countAround(mask: Uint8Array, { width, height }: Grid, radius: number): Int32Array {
  const stride = width + 1;
  const sums = new Int32Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += mask[y * width + x];
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row;
    }
  }
  const result = new Int32Array(mask.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius) * stride, Math.min(height, y + radius + 1) * stride];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      result[y * width + x] = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left];
    }
  }
  return result;
}

/** Cells of every connected part (8 neighbours), parts in reading order of their first cells. */
export function findParts(mask: Uint8Array, { width, height, wrapX }: Grid): Int32Array[] {
  const seen = new Uint8Array(mask.length);
  const stack = new Int32Array(mask.length);
  const parts: Int32Array[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || seen[start]) continue;
    const cells: number[] = [];
    let depth = 0;
    stack[depth++] = start;
    seen[start] = 1;
    while (depth > 0) {
      const cell = stack[--depth];
      cells.push(cell);
      const [x, y] = [cell % width, Math.floor(cell / width)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = x - 1; u <= x + 1; u++) {
          if (!wrapX && (u < 0 || u >= width)) continue;
          const next = v * width + ((u + width) % width);
          if (!mask[next] || seen[next]) continue;
          seen[next] = 1;
          stack[depth++] = next;
        }
      }
    }
    parts.push(Int32Array.from(cells));
  }
  return parts;
}

/** Sets what the mask encloses, where a hole is no larger than `largest` cells. */
export function fillHoles(mask: Uint8Array, grid: Grid, largest: number): void {
  const { width, height, wrapX } = grid;
  const outside = mask.map((value) => 1 - value);
  for (const hole of findParts(outside, grid)) {
    if (hole.length > largest) continue;
    const open = hole.some((cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return y === 0 || y === height - 1 || (!wrapX && (x === 0 || x === width - 1));
    });
    if (!open) for (const cell of hole) mask[cell] = 1;
  }
}
