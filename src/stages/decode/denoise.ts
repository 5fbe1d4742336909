import type { Mosaic, U16 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { DecodeOptions } from "./options.ts";
import { grain } from "./params.ts";
import { noiseOf } from "./sensor-noise.ts";

export function isDenoised({ iso = 0 }: Mosaic, choice: DecodeOptions["rawDenoise"]): boolean {
  return choice === "on" || (choice === "auto" && iso >= grain.autoIso);
}

/**
 * Smooths grain in white-balanced linear RGB, by the file's noise profile or its ISO speed. Returns `data` itself if
 * nothing is to be done, otherwise a new picture; the caller releases both.
 */
export async function denoise(
  data: U16,
  mosaic: Mosaic,
  balance: readonly number[],
  choice: DecodeOptions["rawDenoise"],
  { kernels, memory }: StageContext,
): Promise<U16> {
  const { width, height } = mosaic;
  if (!isDenoised(mosaic, choice)) return data;
  const { scale, offset } = noiseOf(mosaic);
  // Standard deviation of the square root of light is half that of light divided by the root; gains below 1 reduce it
  // by their root.
  const sigma = (grain.demosaicShare * Math.sqrt(scale * Math.max(...balance))) / 2;
  const target = memory.u16(data.length);
  const args = {
    source: data,
    target,
    width,
    height,
    floor: Math.max(grain.minFloor, offset / scale),
    lumaReach: Math.max(grain.minReach, grain.lumaSigmas * sigma),
    chromaReach: Math.max(grain.minReach, grain.chromaSigmas * sigma),
    lumaShare: grain.lumaShare,
  };
  await kernels.run("rawDenoise", args, height);
  return target;
}
