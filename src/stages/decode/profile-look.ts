import { firstCalibrationShare, invert } from "../../codecs/index.ts";
import type { HueSatMap, Mosaic, U16 } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { balancedMatrix, xyzD50ToProPhoto } from "./camera-matrix.ts";
import { applyGainTables, type GainTableLight } from "./gain-tables.ts";
import { numbersIn } from "./numbers-in.ts";

type Triple = readonly [number, number, number];

/** Parts of a DNG's profile that were applied. */
export type ProfilePart = "hueSatMap" | "gainTableMap" | "lookTable" | "toneCurve";

/** What the development has chosen so far. */
export interface Light extends GainTableLight {
  readonly neutral: Triple;
  readonly cameraToXyz: readonly number[];
}

/**
 * Applies the tables of the file's profile to white-balanced linear camera RGB, in place: the corrections of hue and
 * saturation, interpolated between two calibrations, the gains by place and light, then the look, which counts from the
 * exposed picture (DNG specification 1.7, chapter 6). Gives what was applied, and what the picture's numbers mean then.
 */
export async function applyProfileTables(
  linear: U16,
  mosaic: Mosaic,
  light: Light,
  context: StageContext,
): Promise<{ readonly applied: readonly ProfilePart[]; readonly light: Light }> {
  const { profile: { hueSatMaps: [first, second] = [], gainTableMap, lookTable } = {}, calibrations = [] } = mosaic;
  const applied: ProfilePart[] = [];
  const toProPhoto = balancedMatrix(xyzD50ToProPhoto, light.cameraToXyz, light.neutral);
  const correction = first && mixed(first, second, firstCalibrationShare(calibrations, light.neutral));
  if (await applyHueSatMap(linear, mosaic, { map: correction, toProPhoto, ...light }, context))
    applied.push("hueSatMap");
  let seen = light;
  if (gainTableMap && toProPhoto.every(Number.isFinite)) {
    seen = { ...light, ...(await applyGainTables(linear, mosaic, gainTableMap, { ...light, toProPhoto }, context)) };
    applied.push("gainTableMap");
  }
  const exposed = { map: lookTable, toProPhoto, clip: seen.clip, scale: seen.scale * 2 ** seen.exposureEv };
  if (await applyHueSatMap(linear, mosaic, exposed, context)) applied.push("lookTable");
  return { applied, light: seen };
}

interface HueSatStep {
  readonly map: HueSatMap | undefined;
  readonly toProPhoto: readonly number[];
  readonly clip: readonly number[];
  readonly scale: number;
}

async function applyHueSatMap(
  linear: U16,
  { width, height }: Mosaic,
  { map, toProPhoto, clip, scale }: HueSatStep,
  context: StageContext,
): Promise<boolean> {
  const forward = toProPhoto.map((value) => (value * scale) / 65535);
  const backward = invert(forward.map((value) => value * 65535))?.map((value) => value * 65535);
  if (!map || !backward?.every(Number.isFinite) || !forward.every(Number.isFinite)) return false;
  throwIfCancelled(context, "decode");
  const { memory, kernels } = context;
  const views = {
    table: numbersIn(memory, map.table),
    forward: numbersIn(memory, forward),
    backward: numbersIn(memory, backward),
    clip: numbersIn(memory, clip),
  };
  const { hues, saturations, values } = map;
  const sizes = { width, height, hues, saturations, values, encoded: map.isEncoded ? 1 : 0 } as const;
  await kernels.run("hueSatMap", { source: linear, target: linear, ...views, ...sizes }, height);
  for (const view of Object.values(views)) memory.release(view);
  return true;
}

/** Tables of different sizes cannot be mixed: then the first one counts. */
function mixed(first: HueSatMap, second: HueSatMap | undefined, share: number): HueSatMap {
  if (!second || second.table.length !== first.table.length || second.hues !== first.hues) return first;
  if (second.saturations !== first.saturations || second.isEncoded !== first.isEncoded) return first;
  return { ...first, table: first.table.map((value, i) => value * share + second.table[i] * (1 - share)) };
}
