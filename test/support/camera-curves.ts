import { decodeSrgb } from "../../src/image/index.ts";
import { type CameraCurve, cameraCurve } from "../../src/stages/merge/camera-curve.ts";

const steps = 1024;

/** The curve of a camera whose display values, 0 to 1, represent this linear light. */
export function curveOf(lightOf: (value: number) => number): CameraCurve {
  return cameraCurve(Float32Array.from({ length: steps + 1 }, (_, i) => Math.log2(lightOf(i / steps) + 2e-4)));
}

/** The curve of a camera that encodes light as sRGB. */
export const srgbCurve = curveOf(decodeSrgb);
