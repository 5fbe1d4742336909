/** Samples of a picture or mosaic, row after row without padding. */
export interface SampleRows {
  readonly data: Uint8Array | Uint16Array;
  /** Samples a row. */
  readonly rowSamples: number;
  /** How far apart two neighbours of one kind stand: the channels of a picture, or the side of a mosaic's cell. */
  readonly lag: number;
  /** From black to white. */
  readonly range: number;
}

/** Independent values are a third of the range apart on average; noise is what exceeds this share. */
const noiseShare = 0.25;

/** And stands out: pictures that are rough throughout are not damaged. */
const overMedian = 2;

/** Neighbours that are looked at in a row, about; in shorter rows chance says too much. */
const lookedAt = 512;
const leastPairs = 64;

/** Rows of noise that tell of damage, as a share of all, and at least. */
const rowShare = 0.002;
const leastRows = 2;

/**
 * Whether whole rows are noise from side to side, several in a row, as uncompressed data is where it was overwritten.
 */
export function hasNoisyRows(rows: SampleRows): boolean {
  if (rows.rowSamples - rows.lag < leastPairs || rows.range <= 0) return false;
  const steps = meanSteps(rows);
  const median = steps.slice().sort()[Math.floor(steps.length / 2)];
  const limit = Math.max(noiseShare * rows.range, overMedian * median);
  const needed = Math.max(leastRows, Math.ceil(steps.length * rowShare));
  let inRow = 0;
  for (const step of steps) {
    inRow = step > limit ? inRow + 1 : 0;
    if (inRow >= needed) return true;
  }
  return false;
}

/** How far neighbours of one kind are apart in each row, on average. */
function meanSteps({ data, rowSamples, lag }: SampleRows): Float64Array {
  const pairs = rowSamples - lag;
  const stride = Math.max(1, Math.floor(pairs / lookedAt));
  const count = Math.ceil(pairs / stride);
  return Float64Array.from({ length: Math.floor(data.length / rowSamples) }, (_, y) => {
    let sum = 0;
    for (let x = y * rowSamples, end = x + pairs; x < end; x += stride) sum += Math.abs(data[x] - data[x + lag]);
    return sum / count;
  });
}
