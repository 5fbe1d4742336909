import { baseCurve } from "../../codecs/index.ts";
import { EngineError } from "../../errors/index.ts";
import {
  type F32,
  type IntegerImage,
  type Mosaic,
  type PixelMemory,
  type Rect,
  swapsAxes,
  toOrientation,
  type U16,
} from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { DecodeOptions } from "./options.ts";

type Triple = readonly [number, number, number];
type Tools = Pick<StageContext, "kernels" | "memory">;

export interface DevelopFacts {
  /** Multipliers of red, green and blue that made the scene's white neutral, the smallest 1. */
  readonly whiteBalanceGains: Triple;
  /** What the file's BaselineExposure and the option add up to. */
  readonly exposureEv: number;
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

/** How a RAW is developed; `exposureEv` comes on top of the file's own baseline exposure. */
export interface DevelopSettings {
  readonly whiteBalance: DecodeOptions["rawWhiteBalance"];
  readonly exposureEv: number;
}

/**
 * Sensor data to an upright display picture of 16 bits: black and white levels, white balance, demosaicing, highlights rebuilt where
 * a channel clips, the camera's matrix to linear sRGB, the base tone curve. The caller keeps `mosaic.data` and releases the result's.
 */
export async function develop(
  mosaic: Mosaic,
  options: DevelopSettings,
  { kernels, memory }: Tools,
): Promise<{ image: IntegerImage; facts: DevelopFacts }> {
  const { width, height } = mosaic;
  const neutral =
    options.whiteBalance === "daylight" ? (mosaic.daylightNeutral ?? mosaic.asShotNeutral) : mosaic.asShotNeutral;
  const gains = gainsOf(neutral);
  const exposureEv = (mosaic.baselineExposureEv ?? 0) + options.exposureEv;
  const largest = Math.max(...gains);
  const linear = memory.u16(width * height * 3);
  await demosaic(mosaic, gains.map((gain) => gain / largest) as unknown as Triple, linear, { kernels, memory });

  const orientation = toOrientation(mosaic.orientation);
  const crop = mosaic.crop ?? { x: 0, y: 0, width, height };
  const size = swapsAxes(orientation)
    ? { width: crop.height, height: crop.width }
    : { width: crop.width, height: crop.height };
  const inPlace = orientation === 1 && size.width === width && size.height === height;
  const target = inPlace ? linear : memory.u16(size.width * size.height * 3);
  const curve = toneTable(memory);
  const matrix = share(
    memory,
    displayMatrix(mosaic, neutral).map((value) => (value * largest * 2 ** exposureEv) / headroom),
  );
  const clip = share(
    memory,
    gains.map((gain) => (65535 * gain) / largest),
  );
  await kernels.run(
    "developColor",
    { source: linear, target, curve, matrix, clip, ...size, ...walk(orientation, crop, width) },
    size.height,
  );
  for (const view of [curve, matrix, clip, ...(target === linear ? [] : [linear])]) memory.release(view);
  return {
    image: { ...size, channels: 3, data: target, space: "srgb" },
    facts: { whiteBalanceGains: gains, exposureEv },
  };
}

/** The response to white, inverted, smallest 1. */
function gainsOf(neutral: Triple): Triple {
  const largest = Math.max(...neutral);
  return [largest / neutral[0], largest / neutral[1], largest / neutral[2]];
}

/** Into white-balanced linear light, 65535 = where the channel with the largest gain clips. */
async function demosaic(mosaic: Mosaic, gains: Triple, target: U16, { kernels, memory }: Tools): Promise<void> {
  const { width, height, data: source, pattern } = mosaic;
  if (!pattern) throw new EngineError("internal", "develop: full-colour samples are not developed here");
  const black = share(memory, mosaic.black);
  const scale = share(
    memory,
    gains.map((gain, c) => (65535 * gain) / Math.max(1, mosaic.white[c] - mosaic.black[c])),
  );
  if (pattern.width === 2 && pattern.height === 2) {
    const red = pattern.colors.indexOf(0);
    const args = { source, target, black, scale, width, height, redX: red % 2, redY: red >> 1 };
    await kernels.run("demosaicBayer", args, height);
  } else {
    const cell = memory.u8(36);
    for (let i = 0; i < 36; i++)
      cell[i] = pattern.colors[(Math.floor(i / 6) % pattern.height) * pattern.width + (i % pattern.width)];
    await kernels.run("demosaicXtrans", { source, target, pattern: cell, black, scale, width, height }, height);
    memory.release(cell);
  }
  memory.release(black);
  memory.release(scale);
}

/** White-balanced camera RGB to linear sRGB; each row sums to 1, so that neutral stays neutral. */
function displayMatrix({ cameraToXyz }: Mosaic, neutral: Triple): readonly number[] {
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

/** The base curve over [0, headroom] in 65536 steps. */
function toneTable(memory: PixelMemory): U16 {
  const table = memory.u16(65536);
  for (let i = 0; i < 65536; i++) table[i] = Math.round(baseCurve((i / 65535) * headroom, headroom) * 65535);
  return table;
}

function share(memory: PixelMemory, values: readonly number[]): F32 {
  const view = memory.f32(values.length);
  view.set(values);
  return view;
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
