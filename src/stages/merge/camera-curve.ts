import { decodeSrgb } from "../../image/index.ts";

/**
 * How many stops of scene light one stop of decoded sRGB stands for, in a camera's own JPEG: every half stop from 8.5 stops under
 * display white up to white. Cameras add contrast in the mid-tones (values under 1) and compress highlights (over 1), so that
 * frames 2 stops apart look 3.2 apart in the mid-tones and 1.5 near white. The mean of five cameras (Canon, Nikon, Panasonic,
 * Samsung, and a RAW development), from brackets with known shutter speeds; each for itself gives slopes within 15 % of these.
 */
const cameraSlopes = [
  0.66, 0.66, 0.64, 0.61, 0.6, 0.59, 0.61, 0.62, 0.6, 0.62, 0.66, 0.69, 0.77, 1.0, 1.16, 1.33, 1.36,
] as const;
const slopesPerStop = 2;

/** Steps of the tables: finer than 8-bit values by sixteen, and much faster than powers and logarithms. */
const steps = 4095;
const stopsUnderWhite = (value: number) => Math.log2(Math.max(2e-4, decodeSrgb(value)));
const srgbStops = Float32Array.from({ length: steps + 1 }, (_, i) => stopsUnderWhite(i / steps));
const cameraStops = srgbStops.map(throughCamera);

/**
 * Scene light that display values stand for, in stops under display white. `contrast` is how strongly the camera's own curve was
 * applied over sRGB: 0 not at all (linear light, encoded), 1 as most cameras do.
 */
export function lightScale(contrast: number): (value: number) => number {
  const table = srgbStops.map((stops, i) => (1 - contrast) * stops + contrast * cameraStops[i]);
  return (value) => table[Math.min(steps, Math.max(0, Math.round(value * steps)))];
}

function throughCamera(stops: number): number {
  const whole = cameraSlopes.length / slopesPerStop;
  let light = 0;
  for (const [i, slope] of cameraSlopes.entries()) {
    const top = (i + 1) / slopesPerStop - whole;
    light -= slope * Math.min(1 / slopesPerStop, Math.max(0, top - stops));
  }
  return light + cameraSlopes[0] * Math.min(0, stops + whole);
}
