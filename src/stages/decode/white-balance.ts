import type { Mosaic } from "../../image/index.ts";
import type { DecodeOptions } from "./options.ts";

type Triple = readonly [number, number, number];

/** Side of the squares whose mean colours are looked at, px; a multiple of both cells' sides. */
const squarePx = 24;

/** Minkowski norm over the squares' colours: 1 is the grey world, infinity the brightest patch. */
const norm = 5;

/** A square with a sample above this share of white, or darker than the lower one, says nothing of the light. */
const usable = { least: 0.005, most: 0.9 };

/** How far from the camera's own white the estimate may go, each ratio to green. */
const farthest = 1.8;

/** The camera's response to what becomes white, largest component 1. */
export function neutralFor(mosaic: Mosaic, choice: DecodeOptions["rawWhiteBalance"]): Triple {
  if (choice === "daylight") return mosaic.daylightNeutral ?? mosaic.asShotNeutral;
  if (choice === "auto") return estimateNeutral(mosaic) ?? mosaic.asShotNeutral;
  return mosaic.asShotNeutral;
}

/** The response to white, inverted, smallest 1. */
export function gainsOf(neutral: Triple): Triple {
  const largest = Math.max(...neutral);
  return [largest / neutral[0], largest / neutral[1], largest / neutral[2]];
}

/**
 * Shades of grey (Finlayson, Trezzi 2004, eq. 3) over squares of the sensor that are neither dark nor clipped;
 * `undefined` when there are none.
 */
function estimateNeutral(mosaic: Mosaic): Triple | undefined {
  const sums = [0, 0, 0];
  for (let y = 0; y + squarePx <= mosaic.height; y += squarePx) {
    for (let x = 0; x + squarePx <= mosaic.width; x += squarePx) {
      const mean = meanOfSquare(mosaic, x, y);
      if (mean) for (let c = 0; c < 3; c++) sums[c] += mean[c] ** norm;
    }
  }
  if (!(sums[1] > 0)) return undefined;
  const own = mosaic.asShotNeutral;
  const response = sums.map((sum, c) => {
    const ratio = (sum / sums[1]) ** (1 / norm);
    const expected = own[c] / own[1];
    return Math.min(expected * farthest, Math.max(expected / farthest, ratio));
  });
  const largest = Math.max(...response);
  return [response[0] / largest, response[1] / largest, response[2] / largest];
}

function meanOfSquare({ width, data, pattern, black, white }: Mosaic, x0: number, y0: number): Triple | undefined {
  const sums = [0, 0, 0];
  const counts = [0, 0, 0];
  const samples = pattern ? 1 : 3;
  for (let y = y0; y < y0 + squarePx; y++) {
    for (let i = x0 * samples; i < (x0 + squarePx) * samples; i++) {
      const c = pattern ? pattern.colors[(y % pattern.height) * pattern.width + (i % pattern.width)] : i % 3;
      const light = (data[y * width * samples + i] - black[c]) / Math.max(1, white[c] - black[c]);
      if (light > usable.most) return undefined;
      sums[c] += light;
      counts[c]++;
    }
  }
  const mean: Triple = [sums[0] / counts[0], sums[1] / counts[1], sums[2] / counts[2]];
  return Math.min(...mean) > usable.least ? mean : undefined;
}
