import type { EmbeddedLens } from "../../image/index.ts";
import { fujifilmCrop, maxMoved, sonyUnits } from "./params.ts";
import type { TagReader } from "./tags.ts";

/**
 * Lens correction that makers write into their RAW files; `undefined` if there is none, or if its numbers are
 * implausible for a lens. The formulas are not published; these are reverse-engineered by ExifTool (Sony 0x7035 and
 * 0x7037, Fujifilm 0xF00B and 0xF00F, Panasonic 0x0119), darktable's correction by embedded metadata (`lens.cc`) and
 * RawTherapee's (`lensmetadata.cc`, Olympus 0x150a and 0x150c). Vignetting is left to measured profiles, because the
 * unit of these numbers is not certain.
 */
export function describeEmbeddedLens(reader: TagReader): EmbeddedLens | undefined {
  return [sony, fujifilm, panasonic, olympus].map((read) => read(reader)).find((found) => found && isLens(found));
}

function isLens({ radii, distortion, fringes }: EmbeddedLens): boolean {
  const isRising = radii.every((radius, i) => radius >= 0 && radius < 4 && (i === 0 || radius > radii[i - 1]));
  const isNearOne = (factors: readonly number[], most: number) => factors.every((f) => Math.abs(f - 1) < most);
  const isSound = !fringes || [fringes.red, fringes.blue].every((factors) => isNearOne(factors, maxMoved.fringes));
  return radii.length > 2 && isRising && isSound && isNearOne(distortion, maxMoved.distortion);
}

/**
 * A count, followed by that number of values from the centre outwards; for fringes those of red, then those of blue.
 */
function sony(reader: TagReader): EmbeddedLens | undefined {
  const [count, ...values] = reader.numbers(...inSubIfd("DistortionCorrParams")) ?? [0];
  const [countOfBoth, ...shifts] = reader.numbers(...inSubIfd("ChromaticAberrationCorrParams")) ?? [0];
  if (!(count > 2) || values.length < count) return undefined;
  const factors = (from: readonly number[], unit: number) => from.map((value) => 1 + value * unit);
  const hasFringes = countOfBoth === 2 * count && shifts.length >= countOfBoth;
  return {
    source: "Sony",
    radii: Array.from({ length: count }, (_, i) => (i + 0.5) / (count - 1)),
    distortion: factors(values.slice(0, count), sonyUnits.distortion),
    ...(hasFringes && {
      fringes: {
        red: factors(shifts.slice(0, count), sonyUnits.fringes),
        blue: factors(shifts.slice(count, 2 * count), sonyUnits.fringes),
      },
    }),
  };
}

/** The maker notes also have fields of these names, in another format. */
function inSubIfd(name: string): string[] {
  return [`SR2SubIFD:${name}`, `SubIFD:${name}`];
}

/**
 * A number, followed by radii in the file and the correction at each of them in percent; for fringes the same as
 * fractions, red then blue. Cameras before X-Trans IV omit the radius 0 for fringes.
 */
function fujifilm(reader: TagReader): EmbeddedLens | undefined {
  const [, ...values] = reader.numbers("*:GeometricDistortionParams") ?? [];
  const count = values.length / 2;
  if (count !== 9 && count !== 11) return undefined;
  const crop = [2, 4].includes(reader.number("FujiFilm:CropMode") ?? 0) ? fujifilmCrop : 1;
  const radii = values.slice(0, count);
  const distortion = values.slice(count).map((percent) => 1 + percent / 100);
  const [, ...shifts] = reader.numbers("*:ChromaticAberrationParams") ?? [];
  const isPlain = count === 9 && shifts.length >= 27;
  const rest = isPlain ? shifts : withCentre(shifts);
  const hasFringes = isPlain || shifts.length === 30;
  const part = (from: number) => rest.slice(from, from + count).map((value) => 1 + value);
  return {
    source: "Fujifilm",
    radii: radii.map((radius, i) => (radius * crop) / distortion[i]),
    distortion,
    ...(hasFringes && rest.slice(0, count).every((radius, i) => Math.abs(radius - radii[i]) < 1e-3)
      ? { fringes: { red: part(count), blue: part(2 * count) } }
      : {}),
  };
}

/** Three lists of ten, with a zero inserted before each. */
function withCentre(shifts: readonly number[]): number[] {
  return [0, 10, 20].flatMap((from) => [0, ...shifts.slice(from, from + 10)]);
}

/** Radii at which formulas are sampled. */
const RADII = Array.from({ length: 21 }, (_, i) => i / 20);

/**
 * Corrected radius = R + a R³ + b R⁵ + c R⁷ (syscall.eu/#pana, in ExifTool's PanasonicRaw.pm), where R is the radius in
 * the file; 1 is half the diagonal, which the field DistortionN states in pixels.
 */
function panasonic(reader: TagReader): EmbeddedLens | undefined {
  if (reader.number("PanasonicRaw:DistortionCorrection") !== 1) return undefined;
  const terms = ["08", "04", "11"].map((name) => reader.number(`PanasonicRaw:DistortionParam${name}`));
  const [a, b, c] = terms;
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const growth = (r: number) => 1 + r * r * (a + r * r * (b + r * r * c));
  // Pairs of both radii, sampled at radii of the file.
  return {
    source: "Panasonic",
    radii: RADII.map((r) => r * growth(r)),
    distortion: RADII.map((r) => 1 / growth(r)),
  };
}

/**
 * Radius in the file = s R (1 + k2 (s R)² + k4 (s R)⁴ + k6 (s R)⁶), where R is the corrected radius; that of red or
 * blue is this times 1 + c0 + c2 R² + c4 R⁴. If all are zero, the file states no correction, and a profile is used
 * instead.
 */
function olympus(reader: TagReader): EmbeddedLens | undefined {
  const [k2, k4, k6, scale] = reader.numbers("Olympus:LensDistortionTerms") ?? [];
  if (scale === undefined || (k2 === 0 && k4 === 0 && k6 === 0)) return undefined;
  const distortion = RADII.map((radius) => {
    const square = (scale * radius) ** 2;
    return scale * (1 + square * (k2 + square * (k4 + square * k6)));
  });
  const terms = reader.numbers("Olympus:LensFringeTerms") ?? [];
  const fringe = ([c0, c2, c4]: readonly number[]) => RADII.map((r) => 1 + c0 + r * r * (c2 + r * r * c4));
  const hasFringes = terms.length === 6 && terms.some((term) => term !== 0);
  return {
    source: "Olympus",
    radii: RADII,
    distortion,
    ...(hasFringes && { fringes: { red: fringe(terms.slice(0, 3)), blue: fringe(terms.slice(3)) } }),
  };
}
