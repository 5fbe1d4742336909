import { decodeSrgb } from "../../image/index.ts";
import { type Curve, matrixKeepingWhite } from "./icc-profile.ts";
import { createConversion, invert, type Matrix3, type RowConversion, type ToneMap } from "./rgb-conversion.ts";

/** Colour as H.273 code points. */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
}

/** A space that a container names without a profile. */
export interface DeclaredSpace {
  readonly name: string;
  /** Makes the conversion to display sRGB; absent if the samples are display sRGB already. */
  readonly createConversion?: (bits: 8 | 16) => RowConversion;
  /** Whether light above diffuse white is compressed by the conversion. */
  readonly isHdr: boolean;
  /** Evidence for the space as a clause, for the photographer, if it did not come from a profile. */
  readonly evidence?: string;
}

interface Primaries {
  readonly name: string;
  /** Chromaticities x, y of red, green and blue, under D65 (H.273, table 2). */
  readonly xy: readonly [number, number, number, number, number, number];
}

const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: { name: "BT.709", xy: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06] },
  5: { name: "BT.601-625", xy: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06] },
  6: { name: "BT.601-525", xy: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07] },
  9: { name: "BT.2020", xy: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046] },
  12: { name: "Display P3", xy: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06] },
};

interface Transfer {
  readonly name: string;
  readonly curve: Curve;
  readonly isHdr?: boolean;
}

/**
 * H.273, table 3. The BT.709 family (1, 6, 14, 15) and "unspecified" count as sRGB, as in browsers: such files contain
 * values made for a display, and the camera curve of those standards would lighten them.
 */
const transferByCode: Readonly<Record<number, Transfer>> = {
  4: { name: "gamma 2.2", curve: (x) => x ** 2.2 },
  5: { name: "gamma 2.8", curve: (x) => x ** 2.8 },
  8: { name: "linear", curve: (x) => x },
  16: { name: "PQ", curve: pqToLight, isHdr: true },
  18: { name: "HLG", curve: hlgToLight, isHdr: true },
};

const srgbTransfer: Transfer = { name: "sRGB", curve: decodeSrgb };

interface Chromaticity {
  readonly x: number;
  readonly y: number;
}

const D65: Chromaticity = { x: 0.3127, y: 0.329 };

/**
 * Adobe RGB (1998), section 4.3: the optional space of cameras, which need not embed a profile for it (DCF 2.0,
 * section 6). `evidence`: reason for assuming it, as a clause.
 */
export function adobeRgbSpace(evidence: string): DeclaredSpace {
  const curve: Curve = (x) => x ** (563 / 256);
  const toSrgb = matrixKeepingWhite(xyzToSrgb(), toXyz({ xy: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06] }));
  return {
    name: "Adobe RGB",
    isHdr: false,
    evidence,
    createConversion: (bits) => createConversion({ toSrgb, curves: [curve, curve, curve] }, bits),
  };
}

/** Content of PNG's chunks gAMA and cHRM (PNG 3, 11.3.2). */
interface Calibration {
  /** Decoding exponent: light is the sample to this power. */
  readonly exponent: number;
  /** Chromaticities x, y of white, red, green and blue; if absent, those of sRGB. */
  readonly xy?: readonly number[] | undefined;
}

/** Tolerances to the exponent 2.2 and to sRGB's chromaticities within which a calibration counts as sRGB. */
const sameExponent = 0.05;
const sameChromaticity = 0.002;

/** The calibrated space; `undefined` if it is sRGB or its primaries are impossible. */
export function calibratedSpace({ exponent, xy }: Calibration): DeclaredSpace | undefined {
  const srgb = [D65.x, D65.y, ...primariesByCode[1].xy];
  const isSrgb = !xy || xy.every((value, i) => Math.abs(value - srgb[i]) < sameChromaticity);
  const curve: Curve = isSrgb && Math.abs(exponent - 2.2) < sameExponent ? decodeSrgb : (x) => x ** exponent;
  if (isSrgb && curve === decodeSrgb) return undefined;
  const [x, y, ...primaries] = isSrgb ? srgb : xy;
  const isPlausible = [y, primaries[1], primaries[3], primaries[5]].every((value) => value > 0 && value <= 1);
  const columns = [0, 2, 4].flatMap((i) => [primaries[i], primaries[i + 1], 1]);
  if (!isPlausible || !invert(columns)) return undefined;
  const toSrgb = matrixKeepingWhite(xyzToSrgb(), toXyz({ xy: primaries as unknown as Primaries["xy"] }, { x, y }));
  if (!toSrgb.every((value) => Math.abs(value) < 8)) return undefined;
  return {
    name: `gamma ${exponent.toFixed(2)}${isSrgb ? "" : " with other primaries"}`,
    isHdr: false,
    createConversion: (bits) => createConversion({ toSrgb, curves: [curve, curve, curve] }, bits),
  };
}

/** Unknown code points count as sRGB. */
export function declaredSpace({ primaries, transfer }: Cicp): DeclaredSpace {
  const from = primariesByCode[primaries] ?? primariesByCode[1];
  const curve = transferByCode[transfer] ?? srgbTransfer;
  if (from === primariesByCode[1] && curve === srgbTransfer) return { name: "sRGB", isHdr: false };
  const isHdr = curve.isHdr === true;
  const toSrgb = matrixKeepingWhite(xyzToSrgb(), toXyz(from));
  return {
    name: `${from.name} ${curve.name}`,
    isHdr,
    createConversion: (bits) =>
      createConversion(
        { toSrgb, curves: [curve.curve, curve.curve, curve.curve] },
        bits,
        isHdr ? createHdrToneMap() : undefined,
      ),
  };
}

/** RGB to XYZ from chromaticities (SMPTE RP 177), white at Y = 1. */
function toXyz({ xy }: Pick<Primaries, "xy">, at: Chromaticity = D65): number[] {
  const columns = [0, 2, 4].map((i) => [xy[i] / xy[i + 1], 1, (1 - xy[i] - xy[i + 1]) / xy[i + 1]]);
  const unscaled = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
  const white = [at.x / at.y, 1, (1 - at.x - at.y) / at.y];
  const inverse = inverseOf(unscaled);
  const scale = [0, 1, 2].map((row) => white.reduce((sum, value, k) => sum + inverse[row * 3 + k] * value, 0));
  return unscaled.map((value, i) => value * scale[i % 3]);
}

function xyzToSrgb(): Matrix3 {
  return inverseOf(toXyz(primariesByCode[1]));
}

/** The inverse, which exists because primaries are never collinear. */
function inverseOf(matrix: Matrix3): Matrix3 {
  return invert(matrix) as Matrix3;
}

/** HDR diffuse white and the usual peak of grading displays (BT.2408-7, section 2). */
const DIFFUSE_WHITE_NITS = 203;
const PEAK_NITS = 1000;

/** PQ code value in [0, 1] to light, 1 = diffuse white. */
function pqToLight(code: number): number {
  return pqToNits(code) / DIFFUSE_WHITE_NITS;
}

/** SMPTE ST 2084, equation 4.1: code value to nits. */
function pqToNits(code: number): number {
  const root = code ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** SMPTE ST 2084, equation 5.1: nits to code value. */
function nitsToPq(nits: number): number {
  const power = (nits / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

/** BT.2100-2, table 5: inverse OETF, then the OOTF of a 1000-nit display (gamma 1.2) channel by channel. */
function hlgToLight(code: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = code <= 0.5 ? (code * code) / 3 : (Math.exp((code - c) / a) + b) / 12;
  return (PEAK_NITS * scene ** 1.2) / DIFFUSE_WHITE_NITS;
}

const TONE_STEPS = 4096;
const TONE_LIMIT = 10_000 / DIFFUSE_WHITE_NITS;

/**
 * BT.2390-11, 5.4.1: the Hermite knee in PQ that maps the peak onto diffuse white and does not change the lower range.
 */
function createHdrToneMap(): ToneMap {
  const top = nitsToPq(PEAK_NITS);
  const target = nitsToPq(DIFFUSE_WHITE_NITS) / top;
  const knee = 1.5 * target - 0.5;
  const scales = Float32Array.from({ length: TONE_STEPS + 2 }, (_, i) => {
    const light = (Math.min(i, TONE_STEPS) / TONE_STEPS) ** 2 * TONE_LIMIT;
    const code = Math.min(1, nitsToPq(light * DIFFUSE_WHITE_NITS) / top);
    if (code <= knee) return 1;
    const t = (code - knee) / (1 - knee);
    const mapped =
      (2 * t ** 3 - 3 * t ** 2 + 1) * knee +
      (t ** 3 - 2 * t ** 2 + t) * (1 - knee) +
      (3 * t ** 2 - 2 * t ** 3) * target;
    return pqToNits(mapped * top) / DIFFUSE_WHITE_NITS / light;
  });
  return (peak) => {
    const position = Math.sqrt(Math.min(peak, TONE_LIMIT) / TONE_LIMIT) * TONE_STEPS;
    const index = position | 0;
    return scales[index] + (scales[index + 1] - scales[index]) * (position - index);
  };
}
