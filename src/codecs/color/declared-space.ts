import { decodeSrgb } from "../../image/index.ts";
import { createHdrToneMap, hlgToLight, pqToLight } from "./hdr.ts";
import { type Curve, matrixKeepingWhite } from "./icc-profile.ts";
import { invert, type Matrix3 } from "./matrix3.ts";
import { createConversion, type RowConversion } from "./rgb-conversion.ts";

/** Colour as H.273 code points. */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
}

/** A space that a container names without a profile. */
export interface DeclaredSpace {
  readonly name: string;
  /** Absent when the samples are display sRGB already. */
  readonly createConversion?: (bits: 8 | 16) => RowConversion;
  /** Whether light above diffuse white is compressed by the conversion. */
  readonly isHdr: boolean;
  /** How it is known, as a clause, where the photographer should know that it was not a profile. */
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
 * H.273, table 3. The BT.709 family (1, 6, 14, 15) and "unspecified" count as sRGB, as browsers show still pictures:
 * such files hold values made for a display, and the camera curve of those standards would lighten them.
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
 * section 6). `evidence`: how it is known, as a clause.
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

/** What PNG's chunks gAMA and cHRM say (PNG 3, 11.3.2). */
export interface Calibration {
  /** Light is a sample to the power of this. */
  readonly exponent: number;
  /** Chromaticities x, y of white, red, green and blue; those of sRGB where absent. */
  readonly xy?: readonly number[] | undefined;
}

/** Closer than this to 2.2, and to sRGB's chromaticities, a calibration says sRGB in other words. */
const sameExponent = 0.05;
const sameChromaticity = 0.002;

/** `undefined` where the samples are sRGB, or no space has such primaries. */
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
    name: `gamma ${exponent.toFixed(2)}${isSrgb ? "" : " of its own primaries"}`,
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

/** Primaries never lie on one line, so that there is one. */
function inverseOf(matrix: Matrix3): Matrix3 {
  return invert(matrix) as Matrix3;
}
