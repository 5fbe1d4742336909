import { firstCalibrationShare, invert } from "../../codecs/index.ts";
import type { GainTableMap, HueSatMap, Mosaic, U16 } from "../../image/index.ts";
import { numbersIn } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { beyondClipping, headroom, xyzD50ToProPhoto } from "./params.ts";
import { balancedMatrix } from "./white-balance.ts";

type Triple = readonly [number, number, number];

/** Applied parts of a DNG's profile. */
export type ProfilePart = "hueSatMap" | "gainTableMap" | "lookTable" | "toneCurve";

/** State of the development at this point. */
export interface Light extends GainTableLight {
  readonly neutral: Triple;
  readonly cameraToXyz: readonly number[];
}

/**
 * Applies the tables of the file's profile to white-balanced linear camera RGB, in place: the corrections of hue and
 * saturation, interpolated between two calibrations; the gains by position and light; then the look, which applies to
 * the exposed picture (DNG specification 1.7, chapter 6). Returns the applied parts and the new meaning of the
 * picture's values.
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

/** Tables of different sizes cannot be interpolated; the first one is then used. */
function mixed(first: HueSatMap, second: HueSatMap | undefined, share: number): HueSatMap {
  if (!second || second.table.length !== first.table.length || second.hues !== first.hues) return first;
  if (second.saturations !== first.saturations || second.isEncoded !== first.isEncoded) return first;
  return { ...first, table: first.table.map((value, i) => value * share + second.table[i] * (1 - share)) };
}

/** Meaning of the values in a linear picture. */
interface GainTableLight {
  /** Clipping level of each channel. */
  readonly clip: readonly number[];
  /** Light at 65535; 1 is the level at which the first channel clips. */
  readonly scale: number;
  /** Exposure that is still to be applied, in stops. */
  readonly exposureEv: number;
}

/**
 * Exposes white-balanced linear camera RGB, reconstructs clipped channels and applies the gain tables of the file's
 * profile, in place. The tables are looked up at the exposure that the file states, without the caller's (DNG
 * specification 1.7.1, ProfileGainTableMap). Returns the new meaning of the values.
 */
async function applyGainTables(
  linear: U16,
  { width, height, activeArea, baselineExposureEv = 0 }: Mosaic,
  map: GainTableMap,
  light: GainTableLight & { readonly toProPhoto: readonly number[] },
  context: StageContext,
): Promise<GainTableLight> {
  throwIfCancelled(context, "decode");
  const { memory, kernels } = context;
  const isArea = activeArea && activeArea.width > 0 && activeArea.height > 0;
  const area = isArea ? activeArea : { x: 0, y: 0, width, height };
  const asTold = (light.scale * 2 ** baselineExposureEv) / 65535;
  const views = {
    gains: numbersIn(memory, map.gains),
    forward: numbersIn(
      memory,
      light.toProPhoto.map((value) => value * asTold),
    ),
    clip: numbersIn(memory, light.clip),
    weights: numbersIn(memory, map.weights),
  };
  const { rows, columns, points, gamma } = map;
  const [startX, stepX] = placesOf(columns, area.x, area.width, map.originX, map.spacingX);
  const [startY, stepY] = placesOf(rows, area.y, area.height, map.originY, map.spacingY);
  const scale = (light.scale * 2 ** light.exposureEv) / headroom;
  const sizes = { width, height, rows, columns, points, startX, stepX, startY, stepY, gamma, scale };
  await kernels.run("gainTableMap", { source: linear, target: linear, ...views, ...sizes }, height);
  for (const view of Object.values(views)) memory.release(view);
  return { clip: light.clip.map(() => beyondClipping), scale: headroom, exposureEv: 0 };
}

/**
 * Position in the tables of the first pixel's centre along an axis, and the step between pixels; a single table applies
 * everywhere.
 */
function placesOf(count: number, from: number, size: number, origin: number, spacing: number): [number, number] {
  if (count === 1) return [0, 0];
  return [((0.5 - from) / size - origin) / spacing, 1 / (size * spacing)];
}
