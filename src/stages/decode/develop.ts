import { baseCurve, dngCameraToXyz } from "../../codecs/index.ts";
import {
  type BlackSource,
  encodeSrgb,
  type IntegerImage,
  type Mosaic,
  type PixelMemory,
  type RawOpcode,
  type Rect,
  swapsAxes,
  toOrientation,
  type U16,
} from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { demosaic } from "./demosaic.ts";
import { denoise } from "./denoise.ts";
import { warpPicture } from "./opcode-warp.ts";
import { applyOpcode } from "./opcodes.ts";
import type { DecodeOptions } from "./options.ts";
import { share } from "./share.ts";
import { neutralFor } from "./white-balance.ts";

type Triple = readonly [number, number, number];

export interface DevelopFacts {
  /** Multipliers of red, green and blue that made the scene's white neutral, the smallest 1. */
  readonly whiteBalanceGains: Triple;
  /** What the file's BaselineExposure and the option add up to. */
  readonly exposureEv: number;
  readonly denoised: boolean;
  /** Where the black level comes from. */
  readonly blackFrom: BlackSource;
  /** Corrections that the file asked for and got (DNG opcode lists), in order. */
  readonly opcodes: readonly RawOpcode["kind"][];
}

/** XYZ (D50) to linear sRGB, its white adapted by Bradford (Lindbloom). */
const xyzD50ToSrgb = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
];

/**
 * How far above the first channel's clipping the tone curve still distinguishes light: the other channels reach up to there, and
 * a clipped one is rebuilt from them.
 */
const headroom = 2;

/**
 * Sensor data to an upright display picture of 16 bits: black and white levels, white balance, demosaicing, highlights rebuilt where
 * a channel clips, the camera's matrix to linear sRGB, the base tone curve; in between, whatever corrections the file asks for. The
 * caller keeps `mosaic.data` and releases the result's.
 */
export async function develop(
  mosaic: Mosaic,
  options: DecodeOptions,
  context: StageContext,
): Promise<{ image: IntegerImage; facts: DevelopFacts }> {
  const neutral = neutralFor(mosaic, options.rawWhiteBalance);
  const gains = gainsOf(neutral);
  const exposureEv = (mosaic.baselineExposureEv ?? 0) + options.rawExposureEv;
  const largest = Math.max(...gains);
  const balance = gains.map((gain) => gain / largest) as unknown as Triple;
  const corrected = await developLinear(mosaic, balance, context);
  const linear = await denoise(corrected, mosaic, balance, options.rawDenoise, context);
  const denoised = linear !== corrected;
  if (denoised) context.memory.release(corrected);
  throwIfCancelled(context, "decode");
  const gain = (largest * 2 ** exposureEv) / headroom;
  const look = {
    matrix: displayMatrix(cameraToXyzFor(mosaic, neutral), neutral).map((value) => value * gain),
    clip: balance.map((value) => 65535 * value),
    curve: options.rawToneCurve,
  };
  const image = await toDisplay(mosaic, linear, look, context);
  if (image.data !== linear) context.memory.release(linear);
  const opcodes = (mosaic.opcodes ?? []).map(({ kind }) => kind);
  const { blackFrom = "file" } = mosaic;
  return { image, facts: { whiteBalanceGains: gains, exposureEv, denoised, blackFrom, opcodes } };
}

/** The response to white, inverted, smallest 1. */
function gainsOf(neutral: Triple): Triple {
  const largest = Math.max(...neutral);
  return [largest / neutral[0], largest / neutral[1], largest / neutral[2]];
}

/** White-balanced linear camera RGB with all corrections that the file asks for, still as the sensor lay. */
async function developLinear(mosaic: Mosaic, balance: Triple, context: StageContext): Promise<U16> {
  const { width, height } = mosaic;
  let data = context.memory.u16(width * height * 3);
  await demosaic(mosaic, balance, data, context);
  for (const opcode of mosaic.opcodes ?? []) {
    if (opcode.list !== 3) continue;
    throwIfCancelled(context, "decode");
    if (opcode.kind === "warpRectilinear") {
      const warped = await warpPicture({ width, height, channels: 3, data, space: "linear-srgb" }, opcode, context);
      context.memory.release(data);
      data = warped.data as U16;
    } else {
      await applyOpcode(opcode, { data, width, height, samples: 3, pedestal: 0 }, context);
    }
  }
  return data;
}

interface Look {
  /** Balanced camera RGB to linear sRGB over the headroom, 3 × 3. */
  readonly matrix: readonly number[];
  /** Where each channel clips. */
  readonly clip: readonly number[];
  readonly curve: DecodeOptions["rawToneCurve"];
}

/** Cut, turned upright, in display colour; over `linear` itself where nothing moves. */
async function toDisplay(
  mosaic: Mosaic,
  linear: U16,
  look: Look,
  { kernels, memory }: StageContext,
): Promise<IntegerImage> {
  const { width, height } = mosaic;
  const orientation = toOrientation(mosaic.orientation);
  const crop = mosaic.crop ?? { x: 0, y: 0, width, height };
  const size = swapsAxes(orientation)
    ? { width: crop.height, height: crop.width }
    : { width: crop.width, height: crop.height };
  const inPlace = orientation === 1 && size.width === width && size.height === height;
  const target = inPlace ? linear : memory.u16(size.width * size.height * 3);
  const [matrix, clip, curve] = [share(memory, look.matrix), share(memory, look.clip), toneTable(look.curve, memory)];
  const args = { source: linear, target, curve, matrix, clip, ...size, ...walk(orientation, crop, width) };
  await kernels.run("developColor", args, size.height);
  for (const view of [curve, matrix, clip]) memory.release(view);
  return { ...size, channels: 3, data: target, space: "srgb" };
}

/** Camera to XYZ for another white than the camera's where the file says how that changes with the light. */
function cameraToXyzFor({ calibrations, asShotNeutral, cameraToXyz }: Mosaic, neutral: Triple): readonly number[] {
  if (neutral === asShotNeutral || !calibrations) return cameraToXyz;
  return dngCameraToXyz(calibrations, neutral) ?? cameraToXyz;
}

/** White-balanced camera RGB to linear sRGB; each row sums to 1, so that neutral stays neutral. */
function displayMatrix(cameraToXyz: readonly number[], neutral: Triple): readonly number[] {
  const rows = [0, 3, 6].map((row) =>
    neutral.map((white, c) => {
      const m = xyzD50ToSrgb;
      return white * (m[row] * cameraToXyz[c] + m[row + 1] * cameraToXyz[c + 3] + m[row + 2] * cameraToXyz[c + 6]);
    }),
  );
  return rows.flatMap((row) => {
    const sum = row[0] + row[1] + row[2];
    return row.map((value) => value / sum);
  });
}

/** The tone curve over [0, headroom] in 65536 steps. */
function toneTable(kind: DecodeOptions["rawToneCurve"], memory: PixelMemory): U16 {
  const display =
    kind === "linear"
      ? (light: number) => encodeSrgb(Math.min(1, light))
      : (light: number) => baseCurve(light, headroom);
  const table = memory.u16(65536);
  for (let i = 0; i < 65536; i++) table[i] = Math.round(display((i / 65535) * headroom) * 65535);
  return table;
}

/** How the upright picture's pixels are found in the stored rows of `stride` pixels, by EXIF orientation: start + x · stepX + y · stepY. */
function walk(orientation: number, { x, y, width, height }: Rect, stride: number) {
  const first = y * stride + x;
  const right = first + width - 1;
  const bottom = first + (height - 1) * stride;
  const last = bottom + width - 1;
  const [start, stepX, stepY] = [
    [first, 1, stride],
    [right, -1, stride],
    [last, -1, -stride],
    [bottom, 1, -stride],
    [first, stride, 1],
    [bottom, -stride, 1],
    [last, -stride, -1],
    [right, stride, -1],
  ][orientation - 1];
  return { start, stepX, stepY };
}
