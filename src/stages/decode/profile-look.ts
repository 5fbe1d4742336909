import { firstCalibrationShare, invert } from "../../codecs/index.ts";
import type { HueSatMap, Mosaic, U16 } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { balancedMatrix, xyzD50ToProPhoto } from "./camera-matrix.ts";
import { share } from "./share.ts";

type Triple = readonly [number, number, number];

/** Parts of a DNG's profile that were applied. */
export type ProfilePart = "hueSatMap" | "lookTable" | "toneCurve";

/** What the development has chosen so far. */
interface Light {
  readonly neutral: Triple;
  readonly cameraToXyz: readonly number[];
  /** Where each channel of the picture clips. */
  readonly clip: readonly number[];
  /** 65535 of the picture is so much light; 1 is where the first channel clips. */
  readonly scale: number;
  readonly exposureEv: number;
}

/**
 * Applies the hue and saturation tables of the file's profile to white-balanced linear camera RGB, in place: the corrections, interpolated
 * between two calibrations, then the look, which counts from the exposed picture (DNG specification 1.7, chapter 6). Gives what was applied.
 */
export async function applyProfileTables(
  linear: U16,
  { width, height, profile, calibrations = [] }: Mosaic,
  light: Light,
  context: StageContext,
): Promise<readonly ProfilePart[]> {
  const { hueSatMaps: [first, second] = [], lookTable } = profile ?? {};
  const exposed = light.scale * 2 ** light.exposureEv;
  const correction = first && mixed(first, second, firstCalibrationShare(calibrations, light.neutral));
  const steps = [
    { part: "hueSatMap", map: correction, scale: light.scale },
    { part: "lookTable", map: lookTable, scale: exposed },
  ] as const;
  const applied: ProfilePart[] = [];
  const toProPhoto = balancedMatrix(xyzD50ToProPhoto, light.cameraToXyz, light.neutral);
  for (const { part, map, scale } of steps) {
    const forward = toProPhoto.map((value) => (value * scale) / 65535);
    const backward = invert(forward.map((value) => value * 65535))?.map((value) => value * 65535);
    if (!map || !backward?.every(Number.isFinite) || !forward.every(Number.isFinite)) continue;
    throwIfCancelled(context, "decode");
    const { memory, kernels } = context;
    const views = {
      table: share(memory, map.table),
      forward: share(memory, forward),
      backward: share(memory, backward),
      clip: share(memory, light.clip),
    };
    const { hues, saturations, values } = map;
    const sizes = { width, height, hues, saturations, values, encoded: map.isEncoded ? 1 : 0 } as const;
    await kernels.run("hueSatMap", { source: linear, target: linear, ...views, ...sizes }, height);
    for (const view of Object.values(views)) memory.release(view);
    applied.push(part);
  }
  return applied;
}

/** Tables of different sizes cannot be mixed: then the first one counts. */
function mixed(first: HueSatMap, second: HueSatMap | undefined, share: number): HueSatMap {
  if (!second || second.table.length !== first.table.length || second.hues !== first.hues) return first;
  if (second.saturations !== first.saturations || second.isEncoded !== first.isEncoded) return first;
  return { ...first, table: first.table.map((value, i) => value * share + second.table[i] * (1 - share)) };
}
