/** A grid of cells, 0 or 1 each; with `wrapX` its left and right edges are adjacent. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/** Sets all cells within `radius` (a square) of a set one. */
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

/** The opposite of {@link dilate}: keeps cells whose whole surroundings are set; outside the grid counts as set. */
export function erode(mask: Uint8Array, grid: Grid, radius: number): Uint8Array<ArrayBuffer> {
  return inverted(dilate(inverted(mask), grid, radius));
}

function inverted(mask: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) result[i] = 1 - mask[i];
  return result;
}

/** Number of set cells within `radius` (a square) of each cell; outside the grid counts as not set. */
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

/** Cells of every connected part (8 neighbours), in reading order of their first cells. */
export function findParts(mask: Uint8Array, grid: Grid): Int32Array[] {
  const parts: Int32Array[] = [];
  visitParts(mask, grid, (cells) => parts.push(cells.slice()));
  return parts;
}

/**
 * Calls `visit` with every connected part (8 neighbours), in reading order of their first cells; the array is reused.
 */
function visitParts(mask: Uint8Array, { width, height, wrapX }: Grid, visit: (cells: Int32Array) => void): void {
  const open = Uint8Array.from(mask);
  // Cells of the part from the front, cells still to be visited from the back: together at most the size of the mask.
  const cells = new Int32Array(mask.length);
  for (let start = open.indexOf(1); start >= 0; start = open.indexOf(1, start + 1)) {
    let [next, count] = [cells.length - 1, 0];
    cells[next] = start;
    open[start] = 0;
    while (next < cells.length) {
      const cell = cells[next++];
      cells[count++] = cell;
      const y = (cell / width) | 0;
      const x = cell - y * width;
      const [top, bottom] = [y > 0 ? y - 1 : 0, y < height - 1 ? y + 1 : y];
      for (let v = top; v <= bottom; v++) {
        for (let u = x - 1; u <= x + 1; u++) {
          if (!wrapX && (u < 0 || u >= width)) continue;
          const beside = v * width + (u < 0 ? u + width : u < width ? u : u - width);
          if (open[beside] !== 1) continue;
          open[beside] = 0;
          cells[--next] = beside;
        }
      }
    }
    visit(cells.subarray(0, count));
  }
}

/** Sets enclosed holes of at most `largest` cells. */
export function fillHoles(mask: Uint8Array, grid: Grid, largest: number): void {
  const { width, height, wrapX } = grid;
  visitParts(inverted(mask), grid, (hole) => {
    if (hole.length > largest) return;
    const open = hole.some((cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return y === 0 || y === height - 1 || (!wrapX && (x === 0 || x === width - 1));
    });
    if (!open) for (const cell of hole) mask[cell] = 1;
  });
}
