import { percentile, type SmallImage } from "../../ops/index.ts";
import { meanOver } from "./area-means.ts";
import { inputChannels, type SceneModel } from "./model.ts";
import { leastLightUnit, lightUnitsPerStop, medianLightUnit } from "./params.ts";

/** What the network sees: bytes, row-major, {@link inputChannels} a pixel. */
export interface NetworkInput {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The picture as the network sees it: display values of red, green and blue, the height in the picture (0 at the top,
 * 255 at the bottom) and the scene light, 16 units a stop around 128 for the picture's median, 0 if unknown.
 * `stops` has a value for each pixel of `small`.
 */
export function inputPlanes(small: SmallImage, stops: Float32Array | undefined, model: SceneModel): NetworkInput {
  const { width, height } = networkSize(small, model);
  const colours = meanOver(small.data, 3, small, { width, height });
  const light = stops && meanOver(stops, 1, small, { width, height });
  const median = light ? percentile(light, 0.5) : 0;
  const data = new Uint8Array(width * height * inputChannels);
  for (let i = 0, at = 0; i < width * height; i++, at += inputChannels) {
    for (let c = 0; c < 3; c++) data[at + c] = byteOf(255 * colours[3 * i + c]);
    data[at + 3] = byteOf((255 * Math.floor(i / width)) / Math.max(1, height - 1));
    if (light)
      data[at + 4] = Math.max(leastLightUnit, byteOf(medianLightUnit + lightUnitsPerStop * (light[i] - median)));
  }
  return { width, height, data };
}

/** Sides of what the network sees, in pixels: whole steps, the longer one as the model wants it. */
function networkSize(small: Pick<SmallImage, "width" | "height">, { edgePx, sideStep }: SceneModel) {
  const scale = edgePx / Math.max(small.width, small.height);
  const whole = (side: number) => Math.max(sideStep, Math.round((side * scale) / sideStep) * sideStep);
  return { width: whole(small.width), height: whole(small.height) };
}

function byteOf(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
