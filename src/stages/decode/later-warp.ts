import { type Mosaic, type RawOpcode, type Rect, swapsAxes, toOrientation } from "../../image/index.ts";
import type { LensCorrection } from "../../ops/index.ts";
import { isWarp } from "./opcode-warp.ts";
import { changesSamples } from "./opcodes.ts";
import type { DecodeOptions } from "./options.ts";

/** A warp for the stage that resamples the picture anyway, and the mosaic without it. */
export interface LaterWarp {
  readonly correction: LensCorrection;
  readonly mosaic: Mosaic;
}

/** How far the middle of the crop may lie from the warp's, and a warped border point out of the picture, px. */
const tolerancePx = 0.5;

/**
 * The file's WarpRectilinear as a correction of the upright picture, where it may as well come last: it is the last
 * change that the file asks for, radial, one for all colours, about the middle of the picture, and takes nothing from
 * outside the crop. `undefined` where it must be done among the others.
 */
export function laterWarp(mosaic: Mosaic, { rawProfile }: DecodeOptions): LaterWarp | undefined {
  const { width, height, opcodes = [], crop = { x: 0, y: 0, width, height } } = mosaic;
  const late = opcodes.filter((opcode) => opcode.list === 3 && changesSamples(opcode));
  const warp = late.at(-1);
  if (warp?.kind !== "warpRectilinear" || late.filter(isWarp).length > 1 || warp.picture) return undefined;
  const [[k0, k1, k2, k3, t0, t1], ...others] = warp.planes;
  if (others.length > 0 || t0 !== 0 || t1 !== 0) return undefined;
  // Gains by place are those of the warped picture.
  if (rawProfile === "auto" && mosaic.profile?.gainTableMap) return undefined;
  const [cx, cy] = [warp.centerX * (width - 1), warp.centerY * (height - 1)];
  const unitsPerPx = 1 / Math.max(1, Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy)));
  const isCentred =
    Math.abs(crop.x + (crop.width - 1) / 2 - cx) <= tolerancePx &&
    Math.abs(crop.y + (crop.height - 1) / 2 - cy) <= tolerancePx;
  const factor = (r: number) => k0 + r * r * (k1 + r * r * (k2 + r * r * k3));
  if (!isCentred || !staysWithin(crop, unitsPerPx, factor)) return undefined;
  const turned = swapsAxes(toOrientation(mosaic.orientation));
  const correction: LensCorrection = {
    width: turned ? crop.height : crop.width,
    height: turned ? crop.width : crop.height,
    scale: 1,
    distortion: { unitsPerPx, terms: [k0, 0, k1, 0, k2, 0, k3] },
  };
  const isOther = (opcode: RawOpcode) => opcode !== warp;
  return { correction, mosaic: { ...mosaic, opcodes: opcodes.filter(isOther) } };
}

const borderSteps = 64;

/** Whether what the crop's border comes from lies in the crop. */
function staysWithin({ width, height }: Rect, unitsPerPx: number, factor: (r: number) => number): boolean {
  const [shorter, longer] = [Math.min(width, height) / 2, Math.hypot(width, height) / 2];
  for (let i = 0; i <= borderSteps; i++) {
    const radiusPx = shorter + ((longer - shorter) * i) / borderSteps;
    const grows = Math.abs(factor(radiusPx * unitsPerPx)) - 1;
    if (grows * radiusPx > tolerancePx) return false;
  }
  return true;
}
