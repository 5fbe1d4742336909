import { curves } from "./params.ts";

/** Local tone curves: stops to add to the light, by place (row, column) and tone (bin), in that order. */
export interface ToneCurves {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Light of the first bin and width of a bin, in stops; above `knee` a bin is 1 / `highlights` times as wide. */
  readonly firstBin: number;
  readonly binStops: number;
  readonly knee: number;
  readonly highlights: number;
  /** Distance between places, in cells of the plan; the first place is at the picture's corner. */
  readonly spacing: number;
  readonly stops: Float32Array;
}

/** Target for each cell, on a grid of width × height. */
export interface Wanted {
  readonly width: number;
  readonly height: number;
  /** Scene light, in stops. */
  readonly light: Float32Array;
  /** Stops to add to it. */
  readonly stops: Float32Array;
  readonly weights: Float32Array;
  /** Light above which tones belong to windows, lamps and skies; bins are wider there. */
  readonly knee: number;
}

/** Light at a position on the axis of tones, where the first bin is 0; the inverse of {@link toneAt}. */
export function lightAt({ firstBin, knee, highlights }: Bins, tone: number): number {
  const light = firstBin + tone;
  return light <= knee ? light : knee + (light - knee) / highlights;
}

function toneAt({ firstBin, knee, highlights }: Bins, light: number): number {
  return (light <= knee ? light : knee + (light - knee) * highlights) - firstBin;
}

type Bins = Pick<ToneCurves, "firstBin" | "knee" | "highlights">;

/**
 * Fits local tone curves to the targets: a bilateral grid (Chen, Paris, Durand 2007) of local linear fits, smoothed
 * over places and tones. The output of a curve never falls as light rises, so that edges cannot get rings; between
 * places, curves change slowly.
 */
export function fitToneCurves(wanted: Wanted): ToneCurves {
  const grid = layGrid(wanted);
  const cells = grid.width * grid.height * grid.depth;
  const moments = Array.from({ length: 5 }, () => new Float64Array(cells));
  splat(wanted, grid, moments);
  for (const values of moments) addWholePicture(values, grid);
  for (const values of moments) smooth(values, grid);
  const stops = new Float32Array(cells);
  const lights = Float64Array.from({ length: grid.depth }, (_, bin) => lightAt(grid, bin * curves.binStops));
  for (let start = 0; start < cells; start += grid.depth) {
    const curve = lights.map((light, bin) => light + readLine(moments, start + bin, bin * curves.binStops));
    const rising = minRising(curve);
    for (let bin = 0; bin < grid.depth; bin++) stops[start + bin] = rising[bin] - lights[bin];
  }
  return { ...grid, stops };
}

/**
 * The least-squares line around a bin, evaluated at its light: a mean would be biased at the ends of the range of
 * tones.
 */
function readLine(
  [weight, light, square, stops, product]: readonly Float64Array[],
  at: number,
  wanted: number,
): number {
  const per = 1 / weight[at];
  const [meanLight, meanStops] = [light[at] * per, stops[at] * per];
  const spread = Math.max(0, square[at] * per - meanLight ** 2) + curves.minSpread ** 2;
  return meanStops + ((product[at] * per - meanLight * meanStops) / spread) * (wanted - meanLight);
}

type Grid = Omit<ToneCurves, "stops">;

function layGrid({ width, height, light, knee }: Wanted): Grid {
  const spacing = Math.max(width, height) / curves.places;
  const least = light.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY);
  const most = light.reduce((high, each) => Math.max(high, each), Number.NEGATIVE_INFINITY);
  const places = (cells: number) => Math.ceil(cells / spacing) + 1;
  const { binStops, highlights } = curves;
  // The knee coincides with a bin, so that light is linear within each interval.
  const firstBin = knee - Math.max(0, Math.ceil((knee - least) / binStops)) * binStops;
  const bins = { firstBin, binStops, knee, highlights };
  const depth = Math.floor(toneAt(bins, most) / binStops) + 2;
  return { width: places(width), height: places(height), depth, spacing, ...bins };
}

/** Distributes each cell's target to the eight corners of the grid around it. */
function splat(wanted: Wanted, grid: Grid, [weight, tones, squares, sums, products]: readonly Float64Array[]): void {
  const { width, height, light, stops } = wanted;
  const rowStep = grid.width * grid.depth;
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / grid.spacing;
    const top = Math.floor(v);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const u = (x + 0.5) / grid.spacing;
      const left = Math.floor(u);
      const tone = toneAt(grid, light[i]);
      const t = tone / curves.binStops;
      const bin = Math.min(grid.depth - 2, Math.floor(t));
      const corner = (top * grid.width + left) * grid.depth + bin;
      for (let j = 0; j < 8; j++) {
        const share = side(v - top, j & 1) * side(u - left, j & 2) * side(t - bin, j & 4) * wanted.weights[i];
        if (share === 0) continue;
        const at = corner + (j & 1 ? rowStep : 0) + (j & 2 ? grid.depth : 0) + (j & 4 ? 1 : 0);
        weight[at] += share;
        tones[at] += share * tone;
        squares[at] += share * tone ** 2;
        sums[at] += share * stops[i];
        products[at] += share * tone * stops[i];
      }
    }
  }
}

const side = (share: number, far: number) => (far ? share : 1 - share);

/** Adds a small weight of the whole picture's curve at every place, for tones missing there. */
function addWholePicture(values: Float64Array, { width, height, depth }: Grid): void {
  const whole = new Float64Array(depth);
  for (let i = 0; i < values.length; i++) whole[i % depth] += values[i];
  const share = curves.wholePicture / (width * height);
  for (let i = 0; i < values.length; i++) values[i] += share * whole[i % depth];
}

function smooth(values: Float64Array, { width, height, depth }: Grid): void {
  const { smoothBins, smoothPlaces } = curves;
  const row = width * depth;
  // Over all bins, so that tones without cells are interpolated between distant ones.
  blur(values, { length: depth, step: 1, lines: width * height, startOf: (line) => line * depth }, smoothBins, depth);
  const alongRows = (line: number) => Math.floor(line / depth) * row + (line % depth);
  const reach = Math.ceil(4 * smoothPlaces);
  blur(values, { length: width, step: depth, lines: height * depth, startOf: alongRows }, smoothPlaces, reach);
  blur(values, { length: height, step: row, lines: row, startOf: (line) => line }, smoothPlaces, reach);
}

/** Lines of values along one axis of the grid. */
interface Lines {
  readonly length: number;
  readonly step: number;
  readonly lines: number;
  readonly startOf: (line: number) => number;
}

/** Gaussian blur along lines; the outermost values are repeated. */
function blur(values: Float64Array, { length, step, lines, startOf }: Lines, sigma: number, reach: number): void {
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  const line = new Float64Array(length);
  for (let each = 0; each < lines; each++) {
    const start = startOf(each);
    for (let i = 0; i < length; i++) line[i] = values[start + i * step];
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let j = -reach; j <= reach; j++) sum += taps[j + reach] * line[Math.min(length - 1, Math.max(0, i + j))];
      values[start + i * step] = sum / total;
    }
  }
}

/** The mean of the smallest non-falling curve above and the largest one below. */
function minRising(curve: Float64Array): Float64Array {
  const rising = curve.slice();
  for (let i = 1; i < rising.length; i++) rising[i] = Math.max(rising[i], rising[i - 1]);
  let below = Number.POSITIVE_INFINITY;
  for (let i = curve.length - 1; i >= 0; i--) {
    below = Math.min(below, curve[i]);
    rising[i] = (rising[i] + below) / 2;
  }
  return rising;
}
