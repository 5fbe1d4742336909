import type { BlackPattern, U16 } from "../image/index.ts";

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
 * Levels that the data can have: where black lies at or above white, or a good part of the values lies clearly below black or above white,
 * they are taken from the data, since else the picture would be black or magenta. `wrong` names those that were replaced. Values of 0 do not
 * count, since padding is 0.
 */
export function plausibleLevels(
  levels: SensorLevels,
  area: Samples,
  largest: number,
): SensorLevels & { readonly wrong: readonly ("black" | "white")[] } {
  const values = sampled(levels, area);
  if (values.length === 0) return { ...bounded(levels), wrong: [] };
  const lowest = Math.min(...levels.black, ...(levels.blackPattern?.levels ?? []));
  const tolerance = Math.max(16, belowBlack * Math.max(levels.white, largest));
  const isLevel = (black: number) => black >= -tolerance && black <= 65535;
  const isBlackWrong =
    !values.every(({ black }) => isLevel(black)) || isRefuted(values, ({ value, black }) => value < black - tolerance);
  const limit = lowest + (levels.white - lowest) * (1 + aboveWhite);
  const highest = values.reduce((most, { black }) => Math.max(most, black), 0);
  const isCrossed = !isBlackWrong && levels.white <= highest;
  const isWhiteWrong = isCrossed || isRefuted(values, ({ value }) => value > limit && value > levels.white);
  if (!isBlackWrong && !isWhiteWrong) return { ...levels, wrong: [] };
  const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
  const black = sorted[Math.floor(sorted.length * darkest)];
  const white = isWhiteWrong ? Math.max(largest, sorted[sorted.length - 1], black + 1) : levels.white;
  const wrong = [...(isBlackWrong ? (["black"] as const) : []), ...(isWhiteWrong ? (["white"] as const) : [])];
  return isBlackWrong ? { black: [black, black, black], white, wrong } : { ...levels, white, wrong };
}

/** For data that tells nothing. */
function bounded({ black, white }: SensorLevels): SensorLevels {
  const within = (level: number) => (level >= 0 ? Math.min(65534, level) : 0);
  const [r, g, b] = black.map(within);
  return { black: [r, g, b], white: Math.max(white, r + 1, g + 1, b + 1) };
}

interface Value {
  readonly value: number;
  readonly black: number;
  /** One number for each place of the black pattern and each colour. */
  readonly place: number;
}

function sampled({ black, blackPattern }: SensorLevels, { data, width, samples, colorAt }: Samples): readonly Value[] {
  // One more than a multiple of all cells' sides, so that every place has its turn.
  const step = Math.floor(data.length / lookedAt / 12) * 12 + 1;
  const found: Value[] = [];
  for (let at = 0; at < data.length; at += step) {
    if (data[at] === 0) continue;
    const [pixel, c] = [Math.floor(at / samples), at % samples];
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const color = colorAt(x, y, c);
    if (!blackPattern) {
      found.push({ value: data[at], black: black[color], place: color });
      continue;
    }
    const cell = (y % blackPattern.height) * blackPattern.width + (x % blackPattern.width);
    const level = blackPattern.levels[cell * samples + c];
    const delta = (blackPattern.columns?.[x] ?? 0) + (blackPattern.rows?.[y] ?? 0);
    found.push({ value: data[at], black: level + delta, place: cell * samples + c });
  }
  return found;
}

/** Whether a good part of the values of any one place speaks against a level. */
function isRefuted(values: readonly Value[], speaksAgainst: (value: Value) => boolean): boolean {
  const all = new Map<number, number>();
  const against = new Map<number, number>();
  for (const one of values) {
    all.set(one.place, (all.get(one.place) ?? 0) + 1);
    if (speaksAgainst(one)) against.set(one.place, (against.get(one.place) ?? 0) + 1);
  }
  return [...against].some(([place, count]) => count > refuting * (all.get(place) ?? 0));
}
