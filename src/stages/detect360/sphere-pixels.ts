import { medianOf, type SmallImage } from "../../ops/index.ts";
import { columns, fisheye } from "./params.ts";

/** Evidence in the pixels of a 2:1 picture that it is an equirectangular sphere. */
export interface SphereMeasures {
  /**
   * Difference between the right and left edges, relative to that of neighbouring columns (median): about 1 if they
   * meet.
   */
  readonly seamJump: number;
  /** Correlation of the two edges after their means are subtracted. */
  readonly edgeCorrelation: number;
  /** Correlation of the edges' steps from row to row: fine content at the same heights. */
  readonly edgeDetailCorrelation: number;
  /** Likeness of the edges (step, correlation, detail) on a scale from distant columns, 0, to neighbours, 1. */
  readonly likeNeighbours: { readonly step: number; readonly correlation: number; readonly detail: number };
  /** Standard deviation along the edges, 1.0 = full scale; a frame or plain background has none. */
  readonly edgeContrast: number;
  /**
   * Larger ratio of the variation along the first or last row to that of the middle rows: each shows a single point.
   */
  readonly poleVariation: number;
  /** The same for the steps between neighbouring pixels. */
  readonly poleDetail: number;
  /** Number of distinct colours at 5 bits a channel. */
  readonly colorCount: number;
  /** Dark share of the picture outside the two circles of a fisheye pair. */
  readonly darkOutside: number;
  /** Ratio of brightness just inside these circles to just outside. */
  readonly circleStep: number;
}

/** Measures a small copy (at least 64 × 32, RGB, display values) of a 2:1 picture. */
export function measureSphere(image: SmallImage): SphereMeasures {
  return { ...measureSeam(image), ...measurePoles(image), ...measureCircles(image), colorCount: countColors(image) };
}

type Seam = Pick<
  SphereMeasures,
  "seamJump" | "edgeCorrelation" | "edgeDetailCorrelation" | "edgeContrast" | "likeNeighbours"
>;

function measureSeam({ data, width, height, channels }: SmallImage): Seam {
  const columnAt = (x: number) => readColumn(data, x, width, height, channels);
  const [left, right] = [columnAt(0), columnAt(width - 1)];
  const steps = columnSteps(data, width, height, channels).sort();
  // Half a level of 8 bits: below it a step is quantisation noise.
  const typical = steps[steps.length >> 1] + 0.002;
  const seam = compareColumns(left, right);
  return {
    seamJump: seam.step / typical,
    edgeCorrelation: seam.correlation,
    edgeDetailCorrelation: seam.detail,
    edgeContrast: Math.sqrt(
      (dot(left.centred, left.centred) + dot(right.centred, right.centred)) / (2 * left.values.length),
    ),
    likeNeighbours: likenessTo(seam, columnAt, width),
  };
}

/** A column's values, without their means, and its steps from row to row. */
interface Column {
  readonly values: Float64Array;
  readonly centred: Float64Array;
  readonly steps: Float64Array;
}

/** Likeness of two columns: mean step between them, correlation of their values and of their steps from row to row. */
interface Likeness {
  readonly step: number;
  readonly correlation: number;
  readonly detail: number;
}

function readColumn(data: Float32Array, x: number, width: number, height: number, channels: number): Column {
  const values = new Float64Array(height * channels);
  for (let i = 0; i < values.length; i++) {
    values[i] = data[(Math.floor(i / channels) * width + x) * channels + (i % channels)];
  }
  return { values, centred: centre(values, channels), steps: rowSteps(values, channels) };
}

function compareColumns(a: Column, b: Column): Likeness {
  let step = 0;
  for (let i = 0; i < a.values.length; i++) step += Math.abs(a.values[i] - b.values[i]) / a.values.length;
  return { step, correlation: correlate(a.centred, b.centred), detail: correlate(a.steps, b.steps) };
}

/** A likeness on a scale from the picture's distant columns (0) to its neighbouring ones (1), by medians. */
function likenessTo(seam: Likeness, columnAt: (x: number) => Column, width: number): Likeness {
  const [near, far]: [Likeness[], Likeness[]] = [[], []];
  const all = Array.from({ length: width }, (_, x) => columnAt(x));
  for (let x = 0; x < width - 1; x += columns.stride) {
    near.push(compareColumns(all[x], all[x + 1]));
    for (const apart of columns.farApart)
      far.push(compareColumns(all[x], all[(x + Math.round(apart * width)) % width]));
  }
  const share = (of: keyof Likeness) => {
    const [low, high] = [far, near].map((list) => medianOf(list.map((each) => each[of])));
    return (seam[of] - low) / (high - low + Math.sign(high - low) * 1e-6 || 1);
  };
  return { step: share("step"), correlation: share("correlation"), detail: share("detail") };
}

/** Mean step between each column and the next. */
function columnSteps(data: Float32Array, width: number, height: number, channels: number): Float64Array {
  const steps = new Float64Array(width - 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = (y * width + x) * channels;
      for (let c = 0; c < channels; c++) steps[x] += Math.abs(data[i + c + channels] - data[i + c]);
    }
  }
  return steps.map((sum) => sum / (height * channels));
}

function centre(column: Float64Array, channels: number): Float64Array {
  const means = new Float64Array(channels);
  for (let i = 0; i < column.length; i++) means[i % channels] += (column[i] * channels) / column.length;
  return column.map((value, i) => value - means[i % channels]);
}

function rowSteps(column: Float64Array, channels: number): Float64Array {
  return column.subarray(channels).map((value, i) => value - column[i]);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function correlate(a: Float64Array, b: Float64Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b) + 1e-9);
}

/**
 * Measures the poles. Row 0 is within half a row of the zenith, the last row of the nadir: nearly one colour, changing
 * slowly.
 */
function measurePoles(image: SmallImage): Pick<SphereMeasures, "poleVariation" | "poleDetail"> {
  const { height } = image;
  let [variation, detail] = [0, 0];
  const [from, to] = [height >> 2, height - (height >> 2)];
  for (let y = from; y < to; y++) {
    variation += rowVariation(image, y) / (to - from);
    detail += rowDetail(image, y) / (to - from);
  }
  const pair = (y: number) => (rowDetail(image, y) + rowDetail(image, y + 1)) / 2;
  return {
    poleVariation: Math.max(rowVariation(image, 0), rowVariation(image, height - 1)) / (variation + 0.001),
    poleDetail: Math.max(pair(0), pair(height - 2)) / (detail + 0.001),
  };
}

/** Standard deviation along a row, mean of the channels. */
function rowVariation({ data, width, channels }: SmallImage, y: number): number {
  let total = 0;
  for (let c = 0; c < channels; c++) {
    let [sum, squares] = [0, 0];
    for (let x = 0; x < width; x++) {
      const value = data[(y * width + x) * channels + c];
      sum += value;
      squares += value * value;
    }
    total += Math.sqrt(Math.max(0, squares / width - (sum / width) ** 2));
  }
  return total / channels;
}

/** Mean step between neighbours along a row. */
function rowDetail({ data, width, channels }: SmallImage, y: number): number {
  let sum = 0;
  const start = y * width * channels;
  for (let i = start; i < start + (width - 1) * channels; i++) sum += Math.abs(data[i + channels] - data[i]);
  return sum / ((width - 1) * channels);
}

/** Measures two fisheye circles side by side on black, as 360° cameras store them before stitching. */
function measureCircles({
  data,
  width,
  height,
  channels,
}: SmallImage): Pick<SphereMeasures, "darkOutside" | "circleStep"> {
  const radius = height / 2;
  const sums = { inside: 0, insideCount: 0, outside: 0, outsideCount: 0, dark: 0, farCount: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = Math.abs(Math.abs(x + 0.5 - width / 2) - width / 4);
      const distance = Math.hypot(dx, y + 0.5 - height / 2) / radius;
      const i = (y * width + x) * channels;
      let value = 0;
      for (let c = 0; c < channels; c++) value += data[i + c] / channels;
      if (distance > fisheye.outsideFrom) {
        sums.farCount++;
        if (value < fisheye.dark) sums.dark++;
      }
      if (distance > fisheye.inside[0] && distance < fisheye.inside[1]) {
        sums.inside += value;
        sums.insideCount++;
      } else if (distance > fisheye.outside[0] && distance < fisheye.outside[1]) {
        sums.outside += value;
        sums.outsideCount++;
      }
    }
  }
  return {
    darkOutside: sums.dark / sums.farCount,
    circleStep: sums.inside / sums.insideCount / (sums.outside / sums.outsideCount + 0.01),
  };
}

function countColors({ data, channels }: SmallImage): number {
  const seen = new Set<number>();
  for (let i = 0; i < data.length; i += channels) {
    let key = 0;
    for (let c = 0; c < channels; c++) key = key * 32 + Math.min(31, Math.floor(data[i + c] * 31));
    seen.add(key);
  }
  return seen.size;
}
