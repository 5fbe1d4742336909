import { dngCameraToXyz } from "../../codecs/index.ts";
import type { Mosaic } from "../../image/index.ts";

type Triple = readonly [number, number, number];

/** XYZ (D50) to linear ProPhoto RGB (Lindbloom). */
export const xyzD50ToProPhoto: readonly number[] = [
  1.3459433, -0.2556075, -0.0511118, -0.5445989, 1.5081673, 0.0205351, 0, 0, 1.2118128,
];

/** Camera to XYZ for another white than the camera's where the file says how that changes with the light. */
export function cameraToXyzFor({ calibrations, asShotNeutral, cameraToXyz }: Mosaic, neutral: Triple) {
  if (neutral === asShotNeutral || !calibrations) return cameraToXyz;
  return dngCameraToXyz(calibrations, neutral) ?? cameraToXyz;
}

/** White-balanced camera RGB to a linear RGB space, 3 × 3; each row sums to 1, so that neutral stays neutral. */
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
