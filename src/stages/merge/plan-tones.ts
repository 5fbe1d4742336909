import { exposednessOf, numbersIn, percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { bend, type CameraCurve, type LightTables, stopsOf } from "./camera-curve.ts";
import type { SmallFrames } from "./frame-copies.ts";
import { curves, plan, pulls, surfaces } from "./params.ts";
import { fitToneCurves, type ToneCurves } from "./tone-curves.ts";

/** Targets for planning the tones of a picture. */
interface PlanTargets {
  /** Exposure of the room, and that of the brightest frame, in stops over the darkest. */
  readonly roomStops: number;
  readonly longestStops: number;
  readonly windowPull: keyof typeof pulls;
}

/**
 * Plans the rendering of each tone at each place. Exposures around the room's are simulated from scene light and fused
 * (Mertens 2007), which depends only on the scene and not on the number of frames; flat surfaces are set to the room's
 * exposure; local tone curves are fitted to the result.
 */
export async function planTones(
  small: SmallFrames,
  targets: PlanTargets,
  curve: CameraCurve,
  tables: LightTables,
  context: StageContext,
): Promise<ToneCurves> {
  const { light, width, height } = small;
  const planned = await fuseSimulated(small, targets, tables, context);
  const { from, top } = pulls[targets.windowPull];
  const sure = findSurfaces(small, targets.roomStops, curve);
  const stops = planned.map((luma, i) => {
    const shown = Math.min(plan.most, Math.max(plan.least, bend(luma, from, top)));
    const fused = stopsOf(shown, tables) - light[i];
    return fused + sure[i] * (targets.roomStops - fused);
  });
  const weights = sure.map((each) => 1 + surfaces.weight * each);
  const knee = curves.kneeStops - targets.roomStops;
  return fitToneCurves({ width, height, light, stops, weights, knee });
}

async function fuseSimulated(
  { light, width, height }: SmallFrames,
  targets: PlanTargets,
  { display }: LightTables,
  { kernels, memory }: StageContext,
): Promise<Float32Array> {
  const simulated = chooseExposures(light, targets);
  const exposures = numbersIn(
    memory,
    simulated.map(({ stops }) => stops),
  );
  const priors = numbersIn(
    memory,
    simulated.map(({ prior }) => prior),
  );
  const target = memory.f32(light.length);
  const args = { light, exposures, priors, display, planned: target, count: simulated.length, width, height };
  await kernels.run("planLight", { ...args, texture: plan.texture }, 1, 1);
  const planned = target.slice();
  for (const view of [exposures, priors, target]) memory.release(view);
  return planned;
}

/**
 * The room's exposure, darker ones until the brightest cells are shown, and brighter ones up to a step beyond the
 * longest frame, so that parts shown well only by that frame become as bright as in it.
 */
export function chooseExposures(
  light: Float32Array,
  { roomStops, longestStops }: PlanTargets,
): { readonly stops: number; readonly prior: number }[] {
  const { stepStops, headroomStops, maxBrighter, beyond, darker, brighter } = plan;
  const over = percentile(light, 1 - beyond) + roomStops - headroomStops;
  const wanted = Math.max(0, Math.ceil(over / stepStops));
  const possible = Math.floor(roomStops / stepStops);
  const below = Array.from({ length: Math.min(wanted, possible) }, (_, i) => roomStops - (i + 1) * stepStops);
  // The darkest frame's exposure, if whole steps end well above it.
  const last = below.at(-1) ?? roomStops;
  if (wanted > possible && last >= stepStops / 2) below.push(0);
  const above = Math.min(maxBrighter, 1 + Math.floor((longestStops - roomStops) / stepStops));
  return [
    ...below.reverse().map((stops) => ({ stops, prior: darker })),
    { stops: roomStops, prior: 1 },
    ...Array.from({ length: above }, (_, i) => ({ stops: roomStops + (i + 1) * stepStops, prior: brighter })),
  ];
}

/** Weight of each cell as a flat surface that the room's exposure shows well, 0 to 1. */
function findSurfaces(
  { light, lumas, structure }: SmallFrames,
  roomStops: number,
  { displayOf }: CameraCurve,
): Float32Array {
  return light.map((stops, i) => {
    let roughness = 0;
    for (const [k, luma] of lumas.entries()) roughness = Math.max(roughness, structure[k][i] * exposednessOf(luma[i]));
    const texture = roughness / surfaces.flatness ** 2;
    return exposednessOf(displayOf(stops + roomStops)) ** 2 / (1 + texture ** 2);
  });
}
