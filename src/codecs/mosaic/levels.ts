import type { BlackPattern, CfaPattern, U16 } from "../../image/index.ts";

type Triple = readonly [number, number, number];

/** Levels of a file's samples: light begins at `black` (`blackPattern` if given) and ends at `white`. */
export interface SensorLevels {
  readonly black: Triple;
  readonly blackPattern?: BlackPattern;
  readonly white: number;
}

interface Samples {
  readonly data: U16;
  readonly width: number;
  /** Interleaved values per pixel. */
  readonly samples: 1 | 3;
  /** Colour (0 red, 1 green, 2 blue) of the value at (x, y, c). */
  colorAt(x: number, y: number, c: number): number;
}

/** Approximate number of sampled values. */
const levelsLookedAt = 50_000;

/** Tolerance for noise below black as a share of white, and for clipped values above white as a share of the range. */
const belowBlack = 0.02;
const aboveWhite = 0.25;

/** Minimum share of the values of one place that contradict a level for it to be replaced. */
const refuting = 0.05;

/** Quantile at which black is estimated: only this share of the values is darker. */
const darkest = 1e-3;

/**
 * Plausible levels: if black is at or above white, or many values are clearly below black or above white, the levels
 * are estimated from the data; otherwise the picture would be black or magenta. `wrong` names the replaced levels.
 * Values of 0 are ignored, since padding is 0.
 */
export function plausibleLevels(
  levels: SensorLevels,
  area: Samples,
  largest: number,
): SensorLevels & { readonly wrong: readonly ("black" | "white")[] } {
  const values = sampled(levels, area);
  if (values.count === 0) return { ...bounded(levels), wrong: [] };
  const lowest = Math.min(...levels.black, ...(levels.blackPattern?.levels ?? []));
  const tolerance = Math.max(16, belowBlack * Math.max(levels.white, largest));
  const isLevel = (black: number) => black >= -tolerance && black <= 65535;
  const blacks = values.black.subarray(0, values.count);
  const isBlackWrong = !blacks.every(isLevel) || isRefuted(values, (value, black) => value < black - tolerance);
  const limit = lowest + (levels.white - lowest) * (1 + aboveWhite);
  const highest = blacks.reduce((most, black) => Math.max(most, black), 0);
  const isCrossed = !isBlackWrong && levels.white <= highest;
  const isWhiteWrong = isCrossed || isRefuted(values, (value) => value > limit && value > levels.white);
  if (!isBlackWrong && !isWhiteWrong) return { ...levels, wrong: [] };
  const sorted = values.value.subarray(0, values.count).sort();
  const black = sorted[Math.floor(sorted.length * darkest)];
  const white = isWhiteWrong ? Math.max(largest, sorted[sorted.length - 1], black + 1) : levels.white;
  const wrong = [...(isBlackWrong ? (["black"] as const) : []), ...(isWhiteWrong ? (["white"] as const) : [])];
  return isBlackWrong ? { black: [black, black, black], white, wrong } : { ...levels, white, wrong };
}

/** Clamps the levels, for data without evidence. */
function bounded({ black, white }: SensorLevels): SensorLevels {
  const within = (level: number) => (level >= 0 ? Math.min(65534, level) : 0);
  const [r, g, b] = black.map(within);
  return { black: [r, g, b], white: Math.max(white, r + 1, g + 1, b + 1) };
}

/** Values, the black level at each, and an index for each place of the black pattern and each colour. */
interface Values {
  readonly count: number;
  readonly value: Uint16Array;
  readonly black: Float64Array;
  readonly place: Int32Array;
  /** Number of places; exceeds every index. */
  readonly places: number;
}

function sampled({ black, blackPattern }: SensorLevels, { data, width, samples, colorAt }: Samples): Values {
  // One more than a multiple of all cells' sides, so that every place is sampled.
  const step = Math.floor(data.length / levelsLookedAt / 12) * 12 + 1;
  const most = Math.ceil(data.length / step);
  const found = { value: new Uint16Array(most), black: new Float64Array(most), place: new Int32Array(most) };
  let count = 0;
  for (let at = 0; at < data.length; at += step) {
    if (data[at] === 0) continue;
    const pixel = Math.floor(at / samples);
    const c = at % samples;
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    let place = colorAt(x, y, c);
    let level = black[place];
    if (blackPattern) {
      const cell = (y % blackPattern.height) * blackPattern.width + (x % blackPattern.width);
      place = cell * samples + c;
      level = blackPattern.levels[place] + ((blackPattern.columns?.[x] ?? 0) + (blackPattern.rows?.[y] ?? 0));
    }
    found.value[count] = data[at];
    found.black[count] = level;
    found.place[count++] = place;
  }
  return { ...found, count, places: Math.max(3, blackPattern?.levels.length ?? 0) };
}

/** Whether many values of any place contradict a level. */
function isRefuted(
  { count, value, black, place, places }: Values,
  speaksAgainst: (value: number, black: number) => boolean,
): boolean {
  const all = new Uint32Array(places);
  const against = new Uint32Array(places);
  for (let i = 0; i < count; i++) {
    all[place[i]]++;
    if (speaksAgainst(value[i], black[i])) against[place[i]]++;
  }
  return against.some((those, which) => those > refuting * all[which]);
}

/** Approximate number of sampled photosites; few suffice, since clipped areas are large. */
const lookedAt = 2_000_000;

/** Minimum clipping level as a share of the declared range. */
const lowestShare = 0.7;

/**
 * The level at which the sensor clips. LibRaw's tables contain the highest level of all ISO speeds. If many photosites
 * of two colours share one lower value and almost none are above it, that is the real level; otherwise clipped areas
 * would turn magenta. A single colour could be a flat surface.
 */
export function findWhiteLevel(
  data: U16,
  width: number,
  pattern: CfaPattern,
  { black, declared }: { readonly black: number; readonly declared: number },
): number {
  const histograms = countLevels(data, width, pattern);
  const lowest = Math.max(black + 1, Math.floor(declared * lowestShare));
  const above = [0, 0, 0];
  for (let level = 65535; level >= lowest; level--) {
    let clipping = 0;
    for (let c = 0; c < 3; c++) {
      if (level <= declared && isSpike(histograms[c], level, above[c], data.length)) clipping++;
      above[c] += histograms[c][level];
    }
    if (clipping > 1) return level;
  }
  return declared;
}

/** Histograms of red, green and blue over whole cells of the pattern, so that all colours are sampled equally. */
function countLevels(data: U16, width: number, pattern: CfaPattern): readonly Uint32Array[] {
  const histograms = [0, 1, 2].map(() => new Uint32Array(65536));
  const height = data.length / width;
  const skip = Math.max(1, Math.floor(data.length / lookedAt));
  for (let y = 0; y < height; y++) {
    if (Math.floor(y / pattern.height) % skip !== 0) continue;
    for (let phase = 0; phase < pattern.width; phase++) {
      const counts = histograms[pattern.colors[(y % pattern.height) * pattern.width + phase]];
      const end = (y + 1) * width;
      for (let i = y * width + phase; i < end; i += pattern.width) counts[data[i]]++;
    }
  }
  return histograms;
}

function isSpike(counts: Uint32Array, level: number, above: number, pixels: number): boolean {
  const enough = Math.max(16, Math.min(pixels, lookedAt) * 2e-5);
  if (counts[level] <= enough || counts[level] <= 10 * above) return false;
  let below = 0;
  for (let i = 1; i <= 32; i++) below += counts[Math.max(0, level - i)];
  return counts[level] > (4 * below) / 32;
}
