import type { CfaPattern, U16 } from "../../image/index.ts";

/** Photosites that are looked at, about; clipped areas are large. */
const lookedAt = 2_000_000;

/** Levels from this share of the declared range on may be where the sensor clips. */
const lowestShare = 0.7;

/**
 * The level at which the sensor clips. LibRaw's tables hold the highest of all ISO speeds; where a good part of the
 * photosites of two colours sits on one lower value with next to nothing above, that is the real one (else clipped
 * areas turn magenta). One colour alone may be a flat surface.
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

/** A histogram each of red, green and blue, over whole cells of the pattern so that all colours are seen alike. */
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
