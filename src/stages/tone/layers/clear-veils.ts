import { hazeOf } from "../../../kernels/index.ts";
import type { Layer } from "../layer.ts";
import { mostVeil, veilShare } from "./params.ts";

/** Takes off most of the glare and haze over the views. */
export const clearVeils: Layer = ({ content }, { inRoom, veils }) => ({
  views: content.views.map((view) => inRoom * view),
  veils: content.veils.map((veil, i) => Math.max(veils[i], inRoom * Math.min(mostVeil, veilShare * veil))),
});

/** Brightness without the veils, as the kernel `toneMap` takes them off. */
export function clearBrightness(data: Float32Array, bright: Float32Array, veils: Float32Array): Float32Array {
  return bright.map((value, i) => {
    if (veils[i] === 0) return value;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    return (value - haze) / (1 - haze);
  });
}
