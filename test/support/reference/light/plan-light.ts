import type { PlanLightArgs } from "../../../../src/kernels/declarations/light.ts";
import { expand, type Plane, reduce } from "../copies/pyramid-rows.ts";
import { pollCancel } from "../poll-cancel.ts";
import { readStops } from "./read-light.ts";

export function planLight(args: PlanLightArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  if (rowBegin >= rowEnd) return;
  pollCancel(cancel);
  const { light, exposures, priors, display, planned, count, width, height, texture } = args;
  const shown = Array.from({ length: count }, (_, k): Plane => {
    const data = Float64Array.from(light.subarray(0, width * height), (stops) =>
      readStops(display, stops + exposures[k]),
    );
    return { width, height, data };
  });
  const qualities = shown.map((plane, k) => qualityOf(plane, texture).map((value) => priors[k] * value));
  const levels = Math.max(1, Math.floor(Math.log2(Math.min(width, height))));
  let fused: Plane[] | undefined;
  for (const [k, plane] of shown.entries()) {
    const data = qualities[k].map((value, i) => value / qualities.reduce((sum, each) => sum + each[i], 0));
    let [fine, weights]: [Plane, Plane] = [plane, { width, height, data }];
    const pyramid: Plane[] = [];
    for (let level = 0; level < levels; level++) {
      const coarse = level + 1 < levels ? reduce(fine) : undefined;
      const expanded = coarse && expand(coarse, fine.width, fine.height).data;
      const values = Float64Array.from(fine.data, (value, i) => (value - (expanded?.[i] ?? 0)) * weights.data[i]);
      pyramid.push({ ...fine, data: values });
      if (!coarse) break;
      [fine, weights] = [coarse, reduce(weights)];
    }
    fused = fused ? fused.map((sum, level) => add(sum, pyramid[level])) : pyramid;
  }
  const collapsed = fused?.reduceRight((coarse, fine) => add(fine, expand(coarse, fine.width, fine.height)));
  planned.set(collapsed?.data ?? []);
}

function add(a: Plane, b: Plane): Plane {
  return { ...a, data: Float64Array.from(a.data, (value, i) => value + b.data[i]) };
}

/** Well-exposedness times (standard deviation in 5 × 5 windows, clipped at the borders, + texture), with a floor. */
function qualityOf({ width, height, data }: Plane, texture: number): Float64Array {
  return Float64Array.from(data, (luma, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const around: number[] = [];
    for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++)
      for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++) around.push(data[v * width + u]);
    const mean = around.reduce((sum, value) => sum + value, 0) / around.length;
    const variance = around.reduce((sum, value) => sum + (value - mean) ** 2, 0) / around.length;
    return Math.exp(-((luma - 0.5) ** 2) / (2 * 0.2 ** 2)) * (Math.sqrt(variance) + texture) + 1e-6;
  });
}
