/** Samples of a picture or mosaic, row after row without padding. */
export interface SampleRows {
  readonly data: Uint8Array | Uint16Array;
  /** Samples a row. */
  readonly rowSamples: number;
  /** How far apart two neighbours of one kind stand: the channels of a picture, or the side of a mosaic's cell. */
  readonly lag: number;
  /** The same from row to row. */
  readonly rowLag: number;
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

/** Whether the rows are noise throughout, which no sensor gives: most are as rough as independent values. */
export function isNoiseThroughout(rows: SampleRows): boolean {
  if (rows.rowSamples - rows.lag < leastPairs || rows.range <= 0) return false;
  const steps = meanSteps(rows);
  return steps.filter((step) => step > noiseShare * rows.range).length > steps.length / 2;
}

/** A sample that differs by this share of the range from neighbours that agree to a quarter of it is one of noise. */
const impulseShare = 0.25;
const agreeShare = impulseShare / 4;

/**
 * Share of single samples of noise that tells of damage. Where one byte in a hundred was changed they are 0.0027 to
 * 0.01; in 583 sound photographs and drawings of 8 bits and more, from 10,000 samples on, 0.0009 at most.
 */
const mostImpulses = 0.002;

/** So many at least, and of so many values: the dots of a halftone have few. */
const leastImpulses = 16;

/** More samples tell nothing more. */
const sampledForImpulses = 1_000_000;

/** Whether single samples here and there are anything, as in uncompressed data of which bytes were changed. */
export function hasScatteredNoise({ data, rowSamples, lag, rowLag, range }: SampleRows): boolean {
  const rows = Math.floor(data.length / rowSamples);
  const stride = Math.max(1, Math.ceil(data.length / sampledForImpulses));
  const [far, near] = [impulseShare * range, agreeShare * range];
  const [up, values] = [rowLag * rowSamples, new Set<number>()];
  let [impulses, looked] = [0, 0];
  for (let y = rowLag; y < rows - rowLag; y += stride) {
    for (let i = y * rowSamples + lag, end = (y + 1) * rowSamples - lag; i < end; i++) {
      const [a, b, c, d] = [data[i - lag], data[i + lag], data[i - up], data[i + up]];
      const [low, high] = [Math.min(a, b, c, d), Math.max(a, b, c, d)];
      looked++;
      if (high - low > near || (data[i] <= high + far && data[i] >= low - far)) continue;
      impulses++;
      if (values.size < leastImpulses) values.add(data[i]);
    }
  }
  return values.size >= leastImpulses && impulses > mostImpulses * looked;
}

/** Neighbours that are looked at together along a stretch. */
const stretchPairs = 128;

/** Elsewhere neighbours are no farther apart than this share of the range. */
const quietShare = 0.125;

/** In larger pictures a stretch that shows is rows long. */
const mostSamples = 4e6;

/** A longer stretch, as a share of all samples, is what the picture shows. */
const longest = 0.05;

/**
 * Whether one stretch of the samples, in the order of the file, is noise and nothing else is: rough detail spans more
 * than a row, and so is met again in the next.
 */
export function hasNoisyStretch({ data, lag, range }: SampleRows): boolean {
  const count = data.length - lag;
  if (count < 4 * stretchPairs || data.length > mostSamples || range <= 0) return false;
  const [quiet, noisy] = [quietShare, noiseShare].map((share) => share * range * stretchPairs);
  const stepAt = (i: number) => Math.abs(data[i] - data[i + lag]);
  let [sum, runs, length, peak] = [0, 0, 0, 0];
  for (let i = 0, before = 0; i < count; i++) {
    sum += stepAt(i);
    if (i < stretchPairs - 1) continue;
    if (sum > quiet) {
      if (before <= quiet) runs++;
      length++;
      peak = Math.max(peak, sum);
    }
    before = sum;
    sum -= stepAt(i + 1 - stretchPairs);
  }
  return runs === 1 && peak > noisy && length <= longest * count;
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
