import {
  type BlackSource,
  type IntegerImage,
  type Mosaic,
  type RawOpcode,
  type Rect,
  swapsAxes,
  toOrientation,
  type U16,
} from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { balancedMatrix, cameraToXyzFor, xyzD50ToSrgb } from "./camera-matrix.ts";
import { demosaic } from "./demosaic.ts";
import { denoise } from "./denoise.ts";
import { warpPicture } from "./opcode-warp.ts";
import { applyOpcode } from "./opcodes.ts";
import type { DecodeOptions } from "./options.ts";
import { applyProfileTables, type ProfilePart } from "./profile-look.ts";
import { share } from "./share.ts";
import { type ToneCurve, toneTable } from "./tone-table.ts";
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
  /** What of the file's profile was applied (DNG ProfileHueSatMap, ProfileLookTable, ProfileToneCurve). */
  readonly profile: readonly ProfilePart[];
  /** Corrections that the file asked for and got (DNG opcode lists), in order. */
  readonly opcodes: readonly RawOpcode["kind"][];
}

/**
 * How far above the first channel's clipping the tone curve still distinguishes light: the other channels reach up to there, and
 * a clipped one is rebuilt from them.
 */
const headroom = 2;

/**
 * Sensor data to an upright display picture of 16 bits: black and white levels, white balance, demosaicing, highlights rebuilt where
 * a channel clips, the camera's matrix to linear sRGB, the look of the file's profile, the tone curve; in between, whatever corrections the file asks for. The
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
  const clip = balance.map((value) => 65535 * value);
  const cameraToXyz = cameraToXyzFor(mosaic, neutral);
  const light = { neutral, cameraToXyz, clip, scale: largest, exposureEv };
  const tables = options.rawProfile === "auto" ? await applyProfileTables(linear, mosaic, light, context) : [];
  const gain = (largest * 2 ** exposureEv) / headroom;
  const own =
    options.rawProfile === "auto" && options.rawToneCurve === "camera" ? mosaic.profile?.toneCurve : undefined;
  const look = {
    matrix: balancedMatrix(xyzD50ToSrgb, cameraToXyz, neutral).map((value) => value * gain),
    clip,
    curve: own ?? options.rawToneCurve,
  };
  const image = await toDisplay(mosaic, linear, look, context);
  if (image.data !== linear) context.memory.release(linear);
  const opcodes = (mosaic.opcodes ?? []).map(({ kind }) => kind);
  const { blackFrom = "file" } = mosaic;
  const profile: readonly ProfilePart[] = own ? [...tables, "toneCurve"] : tables;
  return { image, facts: { whiteBalanceGains: gains, exposureEv, denoised, blackFrom, profile, opcodes } };
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
  readonly curve: ToneCurve;
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
  const [matrix, clip, curve] = [
    share(memory, look.matrix),
    share(memory, look.clip),
    toneTable(look.curve, headroom, memory),
  ];
  const args = { source: linear, target, curve, matrix, clip, ...size, ...walk(orientation, crop, width) };
  await kernels.run("developColor", args, size.height);
  for (const view of [curve, matrix, clip]) memory.release(view);
  return { ...size, channels: 3, data: target, space: "srgb" };
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
