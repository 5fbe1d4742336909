import type { CameraCalibration } from "../../image/index.ts";
import {
  determinantOf,
  diagonal,
  identity,
  invert,
  type Matrix3,
  multiply,
  transform,
  type Vector3,
} from "../color/index.ts";
import type { LibRawDngColor } from "../libraw/index.ts";

/** Linear sRGB to XYZ with its white adapted to D50 (Bradford; Lindbloom). */
export const srgbToXyzD50: Matrix3 = [
  0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733,
];

const d50: Vector3 = [0.96422, 1, 0.82521];
const bradford: Matrix3 = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/** Correlated colour temperatures of EXIF's LightSource values (DNG specification 1.6, CalibrationIlluminant1). */
const illuminantKelvin: Readonly<Record<number, number>> = {
  1: 5500,
  2: 4150,
  3: 2850,
  4: 5500,
  9: 5500,
  10: 6500,
  11: 7500,
  12: 6400,
  13: 5000,
  14: 4150,
  15: 3450,
  16: 2925,
  17: 2850,
  18: 5500,
  19: 6500,
  20: 5500,
  21: 6500,
  22: 7500,
  23: 5000,
  24: 3200,
};

/**
 * Camera to XYZ (D50) of a DNG after "Mapping Camera Color Space to CIE XYZ Space" (DNG specification 1.6, chapter 6):
 * colour matrices interpolated in 1/T for the white that `neutral` describes, then the forward matrices or, if absent,
 * the inverse and a Bradford adaptation. `undefined` if no matrix is usable. The matrix maps `neutral` to a multiple of
 * D50.
 */
export function dngCameraToXyz(calibrations: readonly CameraCalibration[], neutral: Vector3): Matrix3 | undefined {
  if (calibrations.length === 0) return undefined;
  const white = findWhite(calibrations, neutral);
  const { xyzToCamera, balance, forward } = interpolate(calibrations, kelvinOf(white));
  if (forward) {
    const toReference = invert(balance);
    const reference = toReference && transform(toReference, neutral);
    if (toReference && reference?.every((value) => value > 0)) {
      return multiply(forward, multiply(diagonal(reference.map((value) => 1 / value)), toReference));
    }
  }
  const toXyz = invert(xyzToCamera);
  return toXyz && multiply(adapt(white), toXyz);
}

/**
 * Weight of the first of two calibrations for the white that `neutral` describes, 0 to 1; 1 if there is only one.
 */
export function firstCalibrationShare(calibrations: readonly CameraCalibration[], neutral: Vector3): number {
  return calibrations.length < 2 ? 1 : shareOfFirst(calibrations, kelvinOf(findWhite(calibrations, neutral)));
}

/** Fields with impossible values, which are treated as absent. */
type RefusedMatrix = "ColorMatrix" | "CameraCalibration" | "ForwardMatrix" | "AnalogBalance";

/** The file's usable colour matrices, in its order, and the names of refused fields. */
export function calibrationsOf(
  colors: readonly LibRawDngColor[],
  analogBalance: readonly number[],
): { readonly calibrations: readonly CameraCalibration[]; readonly refused: readonly RefusedMatrix[] } {
  const refused = new Set<RefusedMatrix>();
  const gains = [0, 1, 2].map((i) => (analogBalance[i] > 0 ? analogBalance[i] : 1));
  const isBalance = gains.every((gain) => gain <= largestEntry);
  if (!isBalance) refused.add("AnalogBalance");
  const analog = isBalance ? diagonal(gains) : identity;
  const calibrations = colors.map((color) => toCalibration(color, analog, refused)).filter((one) => one !== undefined);
  return { calibrations, refused: [...refused] };
}

function toCalibration(
  color: LibRawDngColor,
  analog: Matrix3,
  refused: Set<RefusedMatrix>,
): CameraCalibration | undefined {
  const usable = (field: RefusedMatrix, rows: readonly (readonly number[])[]): Matrix3 | undefined => {
    const matrix = rows.slice(0, 3).flatMap((row) => row.slice(0, 3));
    if (matrix.every((value) => value === 0)) return undefined;
    if (isUsable(matrix)) return matrix;
    refused.add(field);
    return undefined;
  };
  const matrix = usable("ColorMatrix", color.colormatrix);
  if (!matrix) return undefined;
  const balance = multiply(analog, usable("CameraCalibration", color.calibration) ?? identity);
  const forward = usable("ForwardMatrix", color.forwardmatrix);
  return {
    kelvin: illuminantKelvin[color.illuminant] ?? 5000,
    xyzToCamera: multiply(balance, matrix),
    balance,
    ...(forward ? { forward } : {}),
  };
}

/**
 * Maximum absolute matrix entry and minimum relative volume: entries of real cameras are a few units, and their colours
 * are far from coplanar.
 */
const largestEntry = 64;
const minIndependence = 1e-4;

/**
 * Whether a matrix can be that of a camera: compares the volume that its rows span with that of orthogonal rows.
 */
function isUsable(matrix: Matrix3): boolean {
  if (!matrix.every((value) => Math.abs(value) <= largestEntry)) return false;
  const box = [0, 3, 6].reduce((volume, row) => volume * Math.hypot(...matrix.slice(row, row + 3)), 1);
  return Math.abs(determinantOf(matrix)) > minIndependence * box && invert(matrix) !== undefined;
}

/**
 * Finds the white point by fixed-point iteration: the matrix for its temperature must map it to the neutral.
 */
function findWhite(calibrations: readonly CameraCalibration[], neutral: Vector3): Vector3 {
  let white = d50;
  for (let step = 0; step < 30; step++) {
    const toXyz = invert(interpolate(calibrations, kelvinOf(white)).xyzToCamera);
    const [x, y, z] = toXyz ? transform(toXyz, neutral) : d50;
    if (!(x > 0 && y > 0 && z > 0)) return d50;
    const next: Vector3 = [x / y, 1, z / y];
    const change = Math.abs(next[0] - white[0]) + Math.abs(next[2] - white[2]);
    white = next;
    if (change < 1e-6) break;
  }
  return white;
}

function shareOfFirst([first, second]: readonly CameraCalibration[], kelvin: number): number {
  if (first.kelvin === second.kelvin) return 1;
  const share = (1 / kelvin - 1 / second.kelvin) / (1 / first.kelvin - 1 / second.kelvin);
  return Math.min(1, Math.max(0, share));
}

function interpolate(calibrations: readonly CameraCalibration[], kelvin: number): CameraCalibration {
  const [first, second] = calibrations;
  if (!second || first.kelvin === second.kelvin) return first;
  const g = shareOfFirst(calibrations, kelvin);
  const mix = (a: Matrix3, b: Matrix3) => a.map((value, i) => value * g + b[i] * (1 - g));
  const forward =
    first.forward && second.forward ? mix(first.forward, second.forward) : (first.forward ?? second.forward);
  return {
    kelvin,
    xyzToCamera: mix(first.xyzToCamera, second.xyzToCamera),
    balance: mix(first.balance, second.balance),
    ...(forward ? { forward } : {}),
  };
}

/** McCamy 1992, clamped to its valid range. */
function kelvinOf([x, y, z]: Vector3): number {
  const sum = x + y + z;
  const n = (x / sum - 0.332) / (0.1858 - y / sum);
  const kelvin = ((449 * n + 3525) * n + 6823.3) * n + 5520.33;
  return Math.min(25000, Math.max(2000, kelvin));
}

/** Bradford adaptation from a white (Y = 1) to D50. */
function adapt(white: Vector3): Matrix3 {
  const from = transform(bradford, white);
  const to = transform(bradford, d50);
  const inverse = invert(bradford) as Matrix3;
  return multiply(inverse, multiply(diagonal([to[0] / from[0], to[1] / from[1], to[2] / from[2]]), bradford));
}
