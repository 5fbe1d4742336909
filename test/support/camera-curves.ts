import { decodeSrgb } from "../../src/image/index.ts";
import { type CameraCurve, cameraCurve } from "../../src/stages/merge/camera-curve.ts";

const steps = 1024;

/** Of a camera whose display values, 0 to 1, show so much linear light. */
export function curveOf(lightOf: (value: number) => number): CameraCurve {
  return cameraCurve(Float32Array.from({ length: steps + 1 }, (_, i) => Math.log2(lightOf(i / steps) + 2e-4)));
}

/** Of a camera that shows light as sRGB has it. */
export const srgbCurve = curveOf(decodeSrgb);
