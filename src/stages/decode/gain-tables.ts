import type { GainTableMap, Mosaic, U16 } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { headroom } from "./display.ts";
import { numbersIn } from "./numbers-in.ts";

/** What the numbers of a linear picture mean. */
export interface GainTableLight {
  /** Where each channel of the picture clips. */
  readonly clip: readonly number[];
  /** 65535 of the picture is so much light; 1 is where the first channel clips. */
  readonly scale: number;
  /** Not yet in the picture. */
  readonly exposureEv: number;
}

/** Of a picture whose clipped channels are rebuilt: further away than any number. */
const nowhere = [1e9, 1e9, 1e9];

/**
 * Exposes white-balanced linear camera RGB, rebuilds what clips, and applies the gain tables of the file's profile, in
 * place; the tables look at light that is exposed as the file asks, whatever the caller adds (DNG specification 1.7.1,
 * ProfileGainTableMap). Gives what the numbers mean then.
 */
export async function applyGainTables(
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
  const gains = memory.f32(map.gains.length);
  gains.set(map.gains);
  const views = {
    gains,
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
  return { clip: nowhere, scale: headroom, exposureEv: 0 };
}

/**
 * The place of a line of pixels' first middle among the tables, and from one to the next; a single table is everywhere.
 */
function placesOf(count: number, from: number, size: number, origin: number, spacing: number): [number, number] {
  if (count === 1) return [0, 0];
  return [((0.5 - from) / size - origin) / spacing, 1 / (size * spacing)];
}
