import type { BlackPattern, U16 } from "../../image/index.ts";

type Triple = readonly [number, number, number];

/** What a file says of its samples: light begins at `black` (`blackPattern` where given) and ends at `white`. */
export interface SensorLevels {
  readonly black: Triple;
  readonly blackPattern?: BlackPattern;
  readonly white: number;
}

interface Samples {
  readonly data: U16;
  readonly width: number;
  /** Interleaved values a pixel. */
  readonly samples: 1 | 3;
  /** Colour (0 red, 1 green, 2 blue) of the value at (x, y, c). */
  colorAt(x: number, y: number, c: number): number;
}

/** Values that are looked at, about. */
const lookedAt = 50_000;

/** Noise may lie below black by this share of white, and clipped values above white by this share of the range. */
const belowBlack = 0.02;
const aboveWhite = 0.25;

/** A level is refuted by this share of the values of one place. */
const refuting = 0.05;

/** Black is sought in the darkest values: all but this share are brighter. */
const darkest = 1e-3;

/**
 * Levels that the data can have: where black lies at or above white, or a good part of the values lies clearly below
 * black or above white, they are taken from the data, since else the picture would be black or magenta. `wrong` names
 * those that were replaced. Values of 0 do not count, since padding is 0.
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

/** For data without evidence. */
function bounded({ black, white }: SensorLevels): SensorLevels {
  const within = (level: number) => (level >= 0 ? Math.min(65534, level) : 0);
  const [r, g, b] = black.map(within);
  return { black: [r, g, b], white: Math.max(white, r + 1, g + 1, b + 1) };
}

/** Values, what black is where they stand, and one number for each place of the black pattern and each colour. */
interface Values {
  readonly count: number;
  readonly value: Uint16Array;
  readonly black: Float64Array;
  readonly place: Int32Array;
  /** More than any place's number. */
  readonly places: number;
}

function sampled({ black, blackPattern }: SensorLevels, { data, width, samples, colorAt }: Samples): Values {
  // One more than a multiple of all cells' sides, so that every place has its turn.
  const step = Math.floor(data.length / lookedAt / 12) * 12 + 1;
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

/** Whether a good part of the values of any one place speaks against a level. */
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
