import { dngCameraToXyz } from "../../codecs/index.ts";
import type { Mosaic } from "../../image/index.ts";
import type { DecodeOptions } from "./options.ts";
import { greyWorld } from "./params.ts";

type Triple = readonly [number, number, number];

/** The camera's response to the colour that becomes white, largest component 1. */
export function neutralFor(mosaic: Mosaic, choice: DecodeOptions["rawWhiteBalance"]): Triple {
  if (choice === "daylight") return mosaic.daylightNeutral ?? mosaic.asShotNeutral;
  if (choice === "auto") return estimateNeutral(mosaic) ?? mosaic.asShotNeutral;
  return mosaic.asShotNeutral;
}

/** Gains that make this response neutral: its inverse, with the smallest gain 1. */
export function gainsOf(neutral: Triple): Triple {
  const largest = Math.max(...neutral);
  return [largest / neutral[0], largest / neutral[1], largest / neutral[2]];
}

/**
 * Shades of grey (Finlayson, Trezzi 2004, eq. 3) over squares of the sensor that are neither dark nor clipped;
 * `undefined` if there are none.
 */
function estimateNeutral(mosaic: Mosaic): Triple | undefined {
  const sums = [0, 0, 0];
  for (let y = 0; y + greyWorld.squarePx <= mosaic.height; y += greyWorld.squarePx) {
    for (let x = 0; x + greyWorld.squarePx <= mosaic.width; x += greyWorld.squarePx) {
      const mean = meanOfSquare(mosaic, x, y);
      if (mean) for (let c = 0; c < 3; c++) sums[c] += mean[c] ** greyWorld.norm;
    }
  }
  if (!(sums[1] > 0)) return undefined;
  const own = mosaic.asShotNeutral;
  const response = sums.map((sum, c) => {
    const ratio = (sum / sums[1]) ** (1 / greyWorld.norm);
    const expected = own[c] / own[1];
    return Math.min(expected * greyWorld.farthest, Math.max(expected / greyWorld.farthest, ratio));
  });
  const largest = Math.max(...response);
  return [response[0] / largest, response[1] / largest, response[2] / largest];
}

function meanOfSquare({ width, data, pattern, black, white }: Mosaic, x0: number, y0: number): Triple | undefined {
  const sums = [0, 0, 0];
  const counts = [0, 0, 0];
  const samples = pattern ? 1 : 3;
  for (let y = y0; y < y0 + greyWorld.squarePx; y++) {
    for (let i = x0 * samples; i < (x0 + greyWorld.squarePx) * samples; i++) {
      const c = pattern ? pattern.colors[(y % pattern.height) * pattern.width + (i % pattern.width)] : i % 3;
      const light = (data[y * width * samples + i] - black[c]) / Math.max(1, white[c] - black[c]);
      if (light > greyWorld.usable[1]) return undefined;
      sums[c] += light;
      counts[c]++;
    }
  }
  const mean: Triple = [sums[0] / counts[0], sums[1] / counts[1], sums[2] / counts[2]];
  return Math.min(...mean) > greyWorld.usable[0] ? mean : undefined;
}

/**
 * Matrix from camera RGB to XYZ; for a white other than the camera's, interpolated if the file has calibrations for
 * several lights.
 */
export function cameraToXyzFor({ calibrations, asShotNeutral, cameraToXyz }: Mosaic, neutral: Triple) {
  if (neutral === asShotNeutral || !calibrations) return cameraToXyz;
  return dngCameraToXyz(calibrations, neutral) ?? cameraToXyz;
}

/**
 * Matrix from white-balanced camera RGB to a linear RGB space, 3 × 3; each row sums to 1, so that neutral stays
 * neutral.
 */
export function balancedMatrix(
  xyzToSpace: readonly number[],
  cameraToXyz: readonly number[],
  neutral: Triple,
): readonly number[] {
  const m = xyzToSpace;
  const rows = [0, 3, 6].map((row) =>
    neutral.map((white, c) => {
      return white * (m[row] * cameraToXyz[c] + m[row + 1] * cameraToXyz[c + 3] + m[row + 2] * cameraToXyz[c + 6]);
    }),
  );
  return rows.flatMap((row) => {
    const sum = row[0] + row[1] + row[2];
    return row.map((value) => value / sum);
  });
}
