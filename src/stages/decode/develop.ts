import { type CurveShape, xyzD50ToSrgb } from "../../codecs/index.ts";
import type { BlackSource, IntegerImage, Mosaic, RawOpcode, U16 } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { Shown } from "./capture-sharpening.ts";
import { demosaic, isBayer } from "./demosaic.ts";
import { denoise, isDenoised } from "./denoise.ts";
import { bayerToDisplay, type Look, toDisplay } from "./display.ts";
import { isWarp, warpPicture } from "./opcode-warp.ts";
import { applyOpcode, changesSamples } from "./opcodes.ts";
import type { DecodeOptions } from "./options.ts";
import { applyProfileTables, type Light, type ProfilePart } from "./profile-look.ts";
import { balancedMatrix, cameraToXyzFor, gainsOf, neutralFor } from "./white-balance.ts";

type Triple = readonly [number, number, number];

export interface DevelopFacts {
  /** Multipliers of red, green and blue that made the scene's white neutral, the smallest 1. */
  readonly whiteBalanceGains: Triple;
  /** Sum of the file's BaselineExposure and the option. */
  readonly exposureEv: number;
  /** Whether noise was removed. */
  readonly denoised: boolean;
  /** Source of the black level. */
  readonly blackFrom: BlackSource;
  /**
   * Applied parts of the file's profile (DNG ProfileHueSatMap, ProfileGainTableMap, ProfileLookTable,
   * ProfileToneCurve).
   */
  readonly profile: readonly ProfilePart[];
  /** Applied corrections that the file states (DNG opcode lists), in order. */
  readonly opcodes: readonly RawOpcode["kind"][];
}

export interface DevelopOptions extends DecodeOptions {
  /** Shape of the engine's own tone curve. */
  readonly curve: CurveShape;
}

/**
 * Develops sensor data to an upright display picture of 16 bits, or of 8 if only 8 are requested: black and white
 * levels, white balance, demosaicing, reconstruction of highlights where a channel clips, the camera's matrix to linear
 * sRGB, the look of the file's profile, the tone curve; and at their stages the corrections that the file states. The
 * caller keeps `mosaic.data` and releases the result's data.
 */
export async function develop(
  mosaic: Mosaic,
  options: DevelopOptions,
  bits: 8 | 16,
  context: StageContext,
): Promise<{ image: IntegerImage; facts: DevelopFacts; shown: Shown }> {
  const neutral = neutralFor(mosaic, options.rawWhiteBalance);
  const gains = gainsOf(neutral);
  const exposureEv = (mosaic.baselineExposureEv ?? 0) + options.rawExposureEv;
  const largest = Math.max(...gains);
  const balance = gains.map((gain) => gain / largest) as unknown as Triple;
  const clip = balance.map((value) => 65535 * value);
  const cameraToXyz = cameraToXyzFor(mosaic, neutral);
  const own = ownCurveOf(mosaic, options);
  const light = { neutral, cameraToXyz, clip, scale: largest, exposureEv };
  const curve = own ?? (options.rawToneCurve === "linear" ? "linear" : options.curve);
  const { image, denoised, tables } = needsNothingBetween(mosaic, options)
    ? { image: await bayerToDisplay(mosaic, balance, lookOf(light, curve), bits, context), denoised: false, tables: [] }
    : await developInSteps(mosaic, { options, balance, light, curve, bits }, context);
  const opcodes = (mosaic.opcodes ?? []).map(({ kind }) => kind);
  const { blackFrom = "file" } = mosaic;
  const profile: readonly ProfilePart[] = own ? [...tables, "toneCurve"] : tables;
  const facts = { whiteBalanceGains: gains, exposureEv, denoised, blackFrom, profile, opcodes };
  return { image, facts, shown: { curve, exposureEv } };
}

/** The tone curve of the file's profile, if it replaces the engine's. */
export function ownCurveOf({ profile }: Mosaic, { rawProfile, rawToneCurve }: DecodeOptions) {
  return rawProfile === "auto" && rawToneCurve === "camera" ? profile?.toneCurve : undefined;
}

/**
 * Whether the demosaic leads straight to the display colours, so that a picture of linear light is not
 * needed.
 */
function needsNothingBetween(mosaic: Mosaic, { rawDenoise, rawProfile }: DecodeOptions): boolean {
  const { opcodes = [], profile } = mosaic;
  const hasTables = [profile?.hueSatMaps, profile?.gainTableMap, profile?.lookTable].some((one) => one !== undefined);
  const isPlain =
    !opcodes.some((one) => one.list === 3 && changesSamples(one)) && !(hasTables && rawProfile === "auto");
  return isBayer(mosaic) && isPlain && !isDenoised(mosaic, rawDenoise);
}

interface Steps {
  readonly options: DecodeOptions;
  readonly balance: Triple;
  readonly light: Light;
  readonly curve: Look["curve"];
  readonly bits: 8 | 16;
}

async function developInSteps(mosaic: Mosaic, { options, balance, light, curve, bits }: Steps, context: StageContext) {
  const { memory } = context;
  const corrected = await developLinear(mosaic, balance, context);
  const linear = await denoise(corrected, mosaic, balance, options.rawDenoise, context);
  const denoised = linear !== corrected;
  if (denoised) memory.release(corrected);
  throwIfCancelled(context, "decode");
  const hasProfile = options.rawProfile === "auto";
  const shaped = hasProfile ? await applyProfileTables(linear, mosaic, light, context) : { applied: [], light };
  const image = await toDisplay(mosaic, linear, lookOf(shaped.light, curve), bits, context);
  if (image.data !== linear) memory.release(linear);
  return { image, denoised, tables: shaped.applied };
}

/** Look that converts the values of a linear picture to display colours. */
function lookOf({ neutral, cameraToXyz, clip, scale, exposureEv }: Light, curve: Look["curve"]): Look {
  const gain = scale * 2 ** exposureEv;
  return { matrix: balancedMatrix(xyzD50ToSrgb, cameraToXyz, neutral).map((value) => value * gain), clip, curve };
}

/** White-balanced linear camera RGB with all corrections that the file states, in the orientation of the sensor. */
async function developLinear(mosaic: Mosaic, balance: Triple, context: StageContext): Promise<U16> {
  const { width, height } = mosaic;
  let data = context.memory.u16(width * height * 3);
  await demosaic(mosaic, balance, data, context);
  for (const opcode of mosaic.opcodes ?? []) {
    if (opcode.list !== 3) continue;
    throwIfCancelled(context, "decode");
    if (isWarp(opcode)) {
      const warped = await warpPicture({ width, height, channels: 3, data, space: "linear-srgb" }, opcode, context);
      context.memory.release(data);
      data = warped.data as U16;
    } else {
      await applyOpcode(opcode, { data, width, height, samples: 3, pedestal: 0 }, context);
    }
  }
  return data;
}
