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
  for (let y = 0; y < height; y++) dilateRow(mask, wide, y * width, width, radius, wrapX);
  const result = new Uint8Array(mask.length);
  // For each column, the first row that no cell above has set.
  const next = new Int32Array(width);
  for (let y = 0; y < height; y++) dilateDown(wide, result, next, y, height, radius);
  return result;
}

function dilateRow(
  mask: Uint8Array,
  wide: Uint8Array,
  row: number,
  width: number,
  radius: number,
  wrapX: boolean,
): void {
  let next = 0;
  for (let x = 0; x < width; x++) {
    if (!mask[row + x]) continue;
    const last = Math.min(width - 1, x + radius);
    for (let u = Math.max(next, x - radius); u <= last; u++) wide[row + u] = 1;
    next = last + 1;
    if (!wrapX) continue;
    for (let u = x - radius; u < 0; u++) wide[row + (((u % width) + width) % width)] = 1;
    for (let u = width; u <= x + radius; u++) wide[row + (u % width)] = 1;
  }
}

function dilateDown(
  wide: Uint8Array,
  result: Uint8Array,
  next: Int32Array,
  y: number,
  height: number,
  radius: number,
): void {
  const { length: width } = next;
  const last = Math.min(height - 1, y + radius);
  for (let x = 0; x < width; x++) {
    if (!wide[y * width + x]) continue;
    for (let v = Math.max(next[x], y - radius); v <= last; v++) result[v * width + x] = 1;
    next[x] = last + 1;
  }
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
export function findParts(mask: Uint8Array, { width, height, wrapX }: Grid): Int32Array[] {
  const parts: Int32Array[] = [];
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
    parts.push(cells.slice(0, count));
  }
  return parts;
}

/** Cells of one row that are not set and adjacent, from `start` to before `end`, as part of a possible hole. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly hole: Hole;
}

/** A connected part that is not set, or a piece of one. */
interface Hole {
  /** The hole that this piece was joined to. */
  joined?: Hole;
  size: number;
  /** Whether it reaches the edge of the grid. */
  isOpen: boolean;
}

/** Sets enclosed holes (8 neighbours) of at most `largest` cells. */
export function fillHoles(mask: Uint8Array, { width, height, wrapX }: Grid, largest: number): void {
  const rows: Run[][] = [];
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const runs: Run[] = [];
    for (let start = row.indexOf(0); start >= 0; start = row.indexOf(0, runs[runs.length - 1].end)) {
      const next = row.indexOf(1, start);
      const end = next < 0 ? width : next;
      const isOpen = y === 0 || y === height - 1 || (!wrapX && (start === 0 || end === width));
      runs.push({ start, end, hole: { size: end - start, isOpen } });
    }
    rows.push(runs);
    if (y > 0) joinRows(rows[y - 1], runs, wrapX ? width : 0);
    const [first, last] = [runs[0], runs[runs.length - 1]];
    if (wrapX && first?.start === 0 && last.end === width) join(first.hole, last.hole);
  }
  for (const [y, runs] of rows.entries()) {
    for (const { start, end, hole } of runs) {
      const { size, isOpen } = whole(hole);
      if (!isOpen && size <= largest) mask.fill(1, y * width + start, y * width + end);
    }
  }
}

/** Joins the holes of adjacent rows that touch, even at corners; `period` is the width of a grid that wraps, or 0. */
function joinRows(above: readonly Run[], below: readonly Run[], period: number): void {
  let first = 0;
  for (const { start, end, hole } of below) {
    while (first < above.length && above[first].end < start) first++;
    for (let i = first; i < above.length && above[i].start <= end; i++) join(above[i].hole, hole);
  }
  if (period === 0) return;
  const across = (one: readonly Run[], other: readonly Run[]) => {
    const [left, right] = [one[0], other[other.length - 1]];
    if (left?.start === 0 && right?.end === period) join(left.hole, right.hole);
  };
  across(above, below);
  across(below, above);
}

function join(one: Hole, other: Hole): void {
  const holes = [whole(one), whole(other)];
  if (holes[0] === holes[1]) return;
  const [to, from] = holes[0].size >= holes[1].size ? holes : holes.reverse();
  from.joined = to;
  to.size += from.size;
  to.isOpen ||= from.isOpen;
}

function whole(hole: Hole): Hole {
  let found = hole;
  while (found.joined) {
    // Shortens the way for the next search.
    if (found.joined.joined) found.joined = found.joined.joined;
    found = found.joined;
  }
  return found;
}
