import type { CfaColor, CfaPattern } from "../../image/index.ts";
import type { LibRawMetadata } from "../libraw/index.ts";

/** LibRaw's `filters` for X-Trans. */
const xTransFilters = 9;

/**
 * The colour filter's pattern at the visible area's origin; `undefined` if it is neither Bayer of red, green and blue
 * nor X-Trans.
 */
export function patternOf(metadata: LibRawMetadata): CfaPattern | undefined {
  return metadata.filters === xTransFilters ? xTransPattern(metadata) : bayerPattern(metadata);
}

/** LibRaw's channel of a photosite: it counts the second green of a Bayer cell as a separate channel. */
export function channelAt({ filters }: LibRawMetadata, pattern: CfaPattern, x: number, y: number): number {
  if (pattern.width !== 2) return pattern.colors[(y % pattern.height) * pattern.width + (x % pattern.width)];
  return (filters >>> ((((y << 1) & 14) + (x & 1)) << 1)) & 3;
}

/**
 * The 2 × 2 pattern at the visible area's origin; `undefined` unless it is one of the four phases of red, two greens
 * and blue.
 */
function bayerPattern({ filters, colors, cdesc }: LibRawMetadata): CfaPattern | undefined {
  if (filters < 1000 || colors !== 3 || !cdesc.startsWith("RGB")) return undefined;
  const at = (row: number, column: number) => {
    const code = (filters >>> ((((row << 1) & 14) + (column & 1)) << 1)) & 3;
    return (code === 3 ? 1 : code) as CfaColor;
  };
  for (let row = 2; row < 8; row++) {
    if (at(row, 0) !== at(row - 2, 0) || at(row, 1) !== at(row - 2, 1)) return undefined;
  }
  const colorsOfCell = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
  const isBayer = [...colorsOfCell].sort().join("") === "0112" && (colorsOfCell[0] === 1) === (colorsOfCell[3] === 1);
  return isBayer ? { width: 2, height: 2, colors: colorsOfCell } : undefined;
}

/** The 6 × 6 pattern at the visible area's origin, or `undefined` if it is not X-Trans. */
function xTransPattern({ xtrans, colors: count }: LibRawMetadata): CfaPattern | undefined {
  const colors = xtrans.flat();
  return count === 3 && isXTransCell(colors) ? { width: 6, height: 6, colors: colors as CfaColor[] } : undefined;
}

/**
 * Whether the 36 colours (0 red, 1 green, 2 blue) of a 6 × 6 cell can be developed as X-Trans: green within three
 * places in all four directions of every place, and every colour in every 5 × 5 window. The cells of real sensors have
 * both; those of a broken file may not.
 */
export function isXTransCell(colors: readonly number[]): boolean {
  const at = (x: number, y: number) => colors[((y + 6) % 6) * 6 + ((x + 6) % 6)];
  const reach = [1, 2, 3];
  const window = [-2, -1, 0, 1, 2];
  for (let y = 0; y < 6; y++) {
    for (let x = 0; x < 6; x++) {
      const steps = [-1, 1];
      const across = steps.every((step) => reach.some((d) => at(x + step * d, y) === 1));
      const along = steps.every((step) => reach.some((d) => at(x, y + step * d) === 1));
      const seen = new Set(window.flatMap((dy) => window.map((dx) => at(x + dx, y + dy))));
      if (!across || !along || seen.size < 3) return false;
    }
  }
  return true;
}
