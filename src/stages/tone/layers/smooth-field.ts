import { boxMean } from "../../../ops/index.ts";
import { fields } from "../params.ts";

/** Two interleaved values for each cell; cell (0, 0) covers the first 4 × 4 pixels. */
export interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/**
 * Weighted local means of two values: Σ w·v / (Σ w + fields.prior), with a wide bell-shaped window (three box passes).
 * `samples` holds v₀, v₁, w of every pixel. `wrapX` makes the field periodic in x.
 */
export function smoothField(samples: Float32Array, width: number, height: number, wrapX: boolean): Field {
  const [columns, rows] = [Math.ceil(width / fields.cellPx), Math.ceil(height / fields.cellPx)];
  const planes = sumCells(samples, width, height);
  const radius = Math.max(1, Math.round(Math.max(columns, rows) * fields.share));
  const [first, second, weights] = planes.map((plane) => {
    let data = plane;
    for (let pass = 0; pass < 3; pass++) data = boxMean({ width: columns, height: rows, data }, radius, wrapX);
    return data;
  });
  const floor = 1e-6 + (fields.prior * weights.reduce((sum, weight) => sum + weight, 0)) / weights.length;
  const values = new Float32Array(columns * rows * 2);
  for (let i = 0; i < weights.length; i++) {
    values[2 * i] = first[i] / (weights[i] + floor);
    values[2 * i + 1] = second[i] / (weights[i] + floor);
  }
  return { columns, rows, values };
}

/** The field's values at every pixel, interleaved; bilinear interpolation between cell centres. */
export function expandField(
  { columns, rows, values }: Field,
  width: number,
  height: number,
  wrapX: boolean,
): Float32Array {
  const expanded = new Float32Array(width * height * 2);
  const hold = (cell: number) => (wrapX ? (cell + columns) % columns : Math.min(columns - 1, Math.max(0, cell)));
  const row = new Float32Array(columns * 2);
  // Offsets in a row of the cells to the left and right of each column.
  const lefts = new Int32Array(width);
  const rights = new Int32Array(width);
  for (let x = 0; x < width; x++) {
    const cell = Math.floor((x + 0.5) / fields.cellPx - 0.5);
    lefts[x] = hold(cell) * 2;
    rights[x] = hold(cell + 1) * 2;
  }
  for (let y = 0; y < height; y++) {
    const gy = (y + 0.5) / fields.cellPx - 0.5;
    const top = Math.max(0, Math.floor(gy)) * columns * 2;
    const bottom = Math.min(rows - 1, Math.floor(gy) + 1) * columns * 2;
    const ty = gy - Math.floor(gy);
    for (let i = 0; i < row.length; i++) row[i] = values[top + i] * (1 - ty) + values[bottom + i] * ty;
    for (let x = 0; x < width; x++) {
      const gx = (x + 0.5) / fields.cellPx - 0.5;
      const tx = gx - Math.floor(gx);
      const left = lefts[x];
      const right = rights[x];
      const at = (y * width + x) * 2;
      expanded[at] = row[left] * (1 - tx) + row[right] * tx;
      expanded[at + 1] = row[left + 1] * (1 - tx) + row[right + 1] * tx;
    }
  }
  return expanded;
}

/** Sums of w·v₀, w·v₁ and w over the pixels of each cell. */
function sumCells(samples: Float32Array, width: number, height: number): Float32Array[] {
  const columns = Math.ceil(width / fields.cellPx);
  const count = columns * Math.ceil(height / fields.cellPx);
  const [first, second, weights] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / fields.cellPx) * columns;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor(x / fields.cellPx);
      const at = (y * width + x) * 3;
      const weight = samples[at + 2];
      first[cell] += weight * samples[at];
      second[cell] += weight * samples[at + 1];
      weights[cell] += weight;
    }
  }
  return [first, second, weights];
}
