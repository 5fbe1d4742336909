import type { BlackPattern, CfaPattern } from "../../image/index.ts";
import { sigmaPerMad } from "../../ops/index.ts";
import type { LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import { channelAt } from "./pattern.ts";

/** An area of the sensor frame; `bottom` and `right` are exclusive. */
interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Centre of the values of one colour's dark photosites, and their standard deviation. */
interface Level {
  readonly level: number;
  readonly sigma: number;
}

/** LibRaw's channels: red, green, blue, and Bayer's second green. */
const channels = [0, 1, 2, 3] as const;

/** Minimum number of photosites per colour. */
const fewest = 64;

/** Number of photosites from which rows are sampled. */
const lookedAt = 500_000;

/** Maximum spread of dark photosites, and maximum black level, as shares of white. */
const widest = 0.02;
const highest = 0.25;

/**
 * Minimum width of a margin in columns or rows. Its first and last two are skipped: they are partly lit, or artefacts
 * of the frame.
 */
const narrowestPx = 8;
const edgePx = 2;

/** Minimum difference of lit photosites from black, in standard deviations and as a share of white. */
const litSigmas = 8;
const litShare = 0.005;

/** Maximum difference, in steps of the samples, between Bayer's greens that share a level. */
const greensApart = 0.5;

/** dcraw's decoder of the one camera whose masked pixels are brighter than black. */
const misleading = "canon_600_load_raw()";

/** Black levels in the samples' units; `blackPattern` if Bayer's greens differ. */
interface MaskedBlack {
  readonly black: readonly [number, number, number];
  readonly blackPattern?: BlackPattern;
}

/**
 * Black from photosites that no light reaches, one level for each of LibRaw's channels: from the areas that the file or
 * LibRaw states or, if no black level is stated, from margins that are abruptly darker than the adjacent picture.
 * `undefined` if there are none. Robust: the mean of values within three standard deviations (from the median absolute
 * deviation) of the median.
 */
export function findMaskedBlack(
  frame: LibRawFrame,
  metadata: LibRawMetadata,
  pattern: CfaPattern,
): MaskedBlack | undefined {
  if (!(frame.data instanceof Uint16Array) || frame.samples !== 1 || metadata.decoder === misleading) return undefined;
  const sites = { data: frame.data, stride: frame.stride, metadata, pattern };
  const named = namedAreas(metadata);
  const areas = named.length > 0 || hasBlack(metadata) ? named : margins(metadata).filter((one) => isDark(sites, one));
  const levels = levelsIn(sites, areas);
  if (!levels || levels.every(({ level }) => level === 0)) return undefined;
  return spread(metadata, pattern, levels);
}

function hasBlack({ color_data: { black, cblack, dng_fblack } }: LibRawMetadata): boolean {
  return black > 0 || dng_fblack > 0 || cblack.some((value, i) => i !== 4 && i !== 5 && value > 0);
}

/** Stated areas that are not empty and do not overlap the picture. */
function namedAreas(metadata: LibRawMetadata): readonly Area[] {
  const { raw_width, raw_height, left_margin, top_margin, width, height } = metadata;
  return metadata.mask
    .map(([top, left, bottom, right]) => ({
      top: Math.max(0, top),
      left: Math.max(0, left),
      bottom: Math.min(raw_height, bottom),
      right: Math.min(raw_width, right),
    }))
    .filter(({ top, left, bottom, right }) => {
      const isOutside =
        right <= left_margin || left >= left_margin + width || bottom <= top_margin || top >= top_margin + height;
      return bottom > top && right > left && isOutside;
    });
}

/** A margin and as much of the picture next to it. */
interface Margin extends Area {
  readonly neighbour: Area;
}

function margins(metadata: LibRawMetadata): readonly Margin[] {
  const { raw_width, raw_height, left_margin: left, top_margin: top, width, height } = metadata;
  const [right, bottom] = [left + width, top + height];
  const rows = { top, bottom };
  const columns = { left, right };
  const sides = [
    { side: left, area: { ...rows, left: 0, right: left }, neighbour: { ...rows, left, right: left + narrowestPx } },
    { side: top, area: { ...columns, top: 0, bottom: top }, neighbour: { ...columns, top, bottom: top + narrowestPx } },
    {
      side: raw_width - right,
      area: { ...rows, left: right, right: raw_width },
      neighbour: { ...rows, left: right - narrowestPx, right },
    },
    {
      side: raw_height - bottom,
      area: { ...columns, top: bottom, bottom: raw_height },
      neighbour: { ...columns, top: bottom - narrowestPx, bottom },
    },
  ];
  if (width < narrowestPx || height < narrowestPx) return [];
  return sides
    .filter(({ side }) => side >= narrowestPx)
    .map(({ area, neighbour }) => ({ ...withoutEdges(area), neighbour }));
}

function withoutEdges({ top, left, bottom, right }: Area): Area {
  const isTall = bottom - top > right - left;
  const [x, y] = isTall ? [edgePx, 0] : [0, edgePx];
  return { top: top + y, left: left + x, bottom: bottom - y, right: right - x };
}

interface Sites {
  readonly data: Uint16Array;
  readonly stride: number;
  readonly metadata: LibRawMetadata;
  readonly pattern: CfaPattern;
}

/**
 * Whether a margin is dark while the picture next to it is not: a scene does not end exactly at the picture's border.
 */
function isDark(sites: Sites, { neighbour, ...margin }: Margin): boolean {
  const dark = levelsIn(sites, [margin]);
  const lit = levelsIn(sites, [neighbour], 1);
  const white = sites.metadata.color_data.maximum;
  if (!dark || !lit) return false;
  const lowest = Math.min(...dark.map(({ level }) => level));
  return dark.every(({ level, sigma }, c) => {
    const isLit = lit[c].level > level + Math.max(litSigmas * sigma, litShare * white);
    return isLit && level - lowest < Math.max(4 * sigma, litShare * white);
  });
}

/** Levels by channel; `undefined` if a channel has too few values, or their spread is that of a picture. */
function levelsIn(frame: Sites, areas: readonly Area[], widestSpread = widest): readonly Level[] | undefined {
  const { data, stride, metadata, pattern } = frame;
  const counts = channels.map(() => new Uint32Array(areas.length > 0 ? 65536 : 0));
  const sites = areas.reduce((sum, { top, left, bottom, right }) => sum + (bottom - top) * (right - left), 0);
  // One more than a multiple of the cells' sides, so that every place has its turn.
  const step = 1 + 6 * Math.floor(sites / lookedAt);
  for (const { top, left, bottom, right } of areas) {
    for (let y = top; y < bottom; y += step) {
      for (let phase = 0; phase < pattern.width; phase++) {
        const own = counts[channelOf(metadata, pattern, left + phase, y)];
        for (let x = left + phase; x < right; x += pattern.width) own[data[y * stride + x]]++;
      }
    }
  }
  const used = pattern.width === 2 ? counts : counts.slice(0, 3);
  const white = metadata.color_data.maximum;
  const levels = used.map(robustLevel);
  const isSound = (one: Level | undefined) =>
    one !== undefined && one.sigma <= widestSpread * white && (widestSpread === 1 || one.level <= highest * white);
  return levels.every(isSound) ? (levels as Level[]) : undefined;
}

/** The pattern repeats in both directions also before the picture's origin. */
function channelOf(metadata: LibRawMetadata, pattern: CfaPattern, x: number, y: number): number {
  // 48 is a multiple of both cells' sides and of LibRaw's eight rows.
  const inside = (value: number, margin: number) => (((value - margin) % 48) + 48) % 48;
  return channelAt(metadata, pattern, inside(x, metadata.left_margin), inside(y, metadata.top_margin));
}

/** Robust level of a histogram. */
function robustLevel(counts: Uint32Array): Level | undefined {
  let total = 0;
  for (const count of counts) total += count;
  if (total < fewest) return undefined;
  const median = middle(counts, total);
  const deviations = new Uint32Array(counts.length);
  for (let value = 0; value < counts.length; value++) deviations[Math.abs(value - median)] += counts[value];
  // Coarse quantization hides a spread below one step.
  const sigma = Math.max(0.5, sigmaPerMad * middle(deviations, total));
  let [sum, kept] = [0, 0];
  const reach = Math.ceil(3 * sigma);
  for (let value = Math.max(0, median - reach); value <= Math.min(counts.length - 1, median + reach); value++) {
    sum += value * counts[value];
    kept += counts[value];
  }
  return { level: sum / kept, sigma };
}

function middle(counts: Uint32Array, total: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value];
    if (2 * seen >= total) return value;
  }
  return 0;
}

/** Joins greens that differ by less than the samples' step: one level per colour saves a pass over the data. */
function spread(metadata: LibRawMetadata, pattern: CfaPattern, levels: readonly Level[]): MaskedBlack {
  const [red, green, blue, second = green] = levels.map(({ level }) => level);
  const black = [red, (green + second) / 2, blue] as const;
  if (Math.abs(green - second) < greensApart) return { black };
  const { width, height } = pattern;
  const places = Array.from({ length: width * height }, (_, i) => {
    return levels[channelAt(metadata, pattern, i % width, Math.floor(i / width))].level;
  });
  return { black, blackPattern: { width, height, levels: places } };
}
